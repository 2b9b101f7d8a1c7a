package dev.dormouse.sink.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.dormouse.outbox.Delivery;
import dev.dormouse.outbox.OutboxMessage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.Response;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/** Sends batches to Redis as {@code package-info} describes. Thread-safe, as far as the plan is. */
final class ScriptSink {

    private final UnifiedJedis client;
    private final Plan plan;

    ScriptSink(UnifiedJedis client, Plan plan) {
        this.client = client;
        this.plan = plan;
    }

    Map<UUID, Delivery> deliver(List<OutboxMessage> batch) {
        Map<UUID, Delivery> answers = new LinkedHashMap<>();
        Lanes lanes = new Lanes(plan, batch, answers);
        for (List<Call> calls = lanes.next(); !calls.isEmpty(); calls = lanes.next()) {
            send(calls, answers);
            calls.forEach(call -> giveUpIfFailed(call, lanes, answers));
        }
        return answers;
    }

    /** What fails on the way may or may not have arrived: it is sent again. */
    private void send(List<Call> calls, Map<UUID, Delivery> answers) {
        List<Response<Object>> responses = new ArrayList<>();
        try (AbstractPipeline pipeline = client.pipelined()) {
            calls.forEach(call -> responses.add(call.send(pipeline, plan.script())));
            pipeline.sync();
        } catch (JedisException e) {
            Delivery retry = Delivery.retry("Redis cannot be reached: " + e);
            calls.forEach(call -> answerAll(call, retry, answers));
            return;
        }
        for (int i = 0; i < calls.size(); i++) {
            read(calls.get(i), responses.get(i), answers);
        }
    }

    private static void read(Call call, Response<Object> response, Map<UUID, Delivery> answers) {
        try {
            List<?> errors = (List<?>) response.get();
            for (int i = 0; i < errors.size(); i++) {
                String error = new String((byte[]) errors.get(i), UTF_8);
                answers.put(
                        call.messages.get(i).id(), error.isEmpty() ? Delivery.delivered() : RedisFailure.answer(error));
            }
        } catch (JedisDataException e) {
            answerAll(call, RedisFailure.answer(String.valueOf(e.getMessage())), answers);
        }
    }

    /** The whole call failed; of ordered messages only the first is answered for. */
    private static void answerAll(Call call, Delivery answer, Map<UUID, Delivery> answers) {
        List<OutboxMessage> messages = call.ordered ? call.messages.subList(0, 1) : call.messages;
        messages.forEach(message -> answers.put(message.id(), answer));
    }

    private static void giveUpIfFailed(Call call, Lanes lanes, Map<UUID, Delivery> answers) {
        String key = call.messages.get(0).key();
        boolean delivered =
                call.messages.stream().allMatch(message -> answers.get(message.id()) instanceof Delivery.Delivered);
        if (key != null && !delivered) {
            lanes.giveUp(key);
        }
    }
}
