package dev.dormouse.orchestration;

import dev.dormouse.orchestration.kernel.Event;
import dev.dormouse.orchestration.kernel.Message;
import dev.dormouse.orchestration.kernel.Payload;
import dev.dormouse.orchestration.kernel.Texts;
import dev.dormouse.provider.EnqueueOutcome;
import dev.dormouse.provider.NewMessage;
import dev.dormouse.spi.PayloadCodec;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Starts orchestrations and sends to them: at once, or in the caller's transaction. Thread-safe if its transaction is. */
public sealed class OrchestrationInbox permits Orchestrations {

    final PayloadCodec codec;
    final OrchestrationLimits limits;
    private final Function<List<NewMessage>, List<EnqueueOutcome>> enqueue;

    OrchestrationInbox(
            PayloadCodec codec, OrchestrationLimits limits, Function<List<NewMessage>, List<EnqueueOutcome>> enqueue) {
        this.codec = codec;
        this.limits = limits;
        this.enqueue = enqueue;
    }

    /** Starts an orchestration under this id, unless it exists. */
    public <I> StartOutcome start(Orchestration<I, ?> orchestration, String id, @Nullable I input) {
        return start(StartRequest.of(orchestration, input).withId(id));
    }

    /** Starts an orchestration under an id that is made. */
    public <I> StartOutcome start(Orchestration<I, ?> orchestration, @Nullable I input) {
        return start(StartRequest.of(orchestration, input));
    }

    public <I> StartOutcome start(StartRequest<I> request) {
        Orchestration<I, ?> orchestration = request.orchestration();
        String given = request.id();
        String id = given == null ? InstanceIds.next() : InstanceIds.requireRoot(given, limits);
        Payload input = payload(
                "the input of " + orchestration.name(),
                Payload.encode(request.input(), orchestration.inputType(), codec));
        Message.Start start = new Message.Start(Event.Begin.of(orchestration.name(), input), orchestration.version());
        NewMessage message = NewMessage.start(
                        id,
                        new NewMessage.Start(orchestration.name(), orchestration.version(), null, false),
                        Texts.write(start))
                .after(request.delay());
        return new StartOutcome(id, put(message) != EnqueueOutcome.EXISTS);
    }

    /**
     * Raises an event: whoever waits for that name in the instance when it arrives gets it, and if nobody does it is recorded
     * and lost. What must not be missed is sent with {@link #enqueueEvent}.
     */
    public SendOutcome raiseEvent(String id, String name, @Nullable Object data) {
        return send(id, raise(name, data));
    }

    /** As {@link #raiseEvent}, and waits for an instance that has not been started. */
    public SendOutcome raiseEventOrBuffer(String id, String name, @Nullable Object data) {
        return sendOrBuffer(id, raise(name, data));
    }

    /** Puts a message into a queue of the instance, where it stays until it is taken. */
    public SendOutcome enqueueEvent(String id, String queue, @Nullable Object data) {
        return send(id, enqueued(queue, data));
    }

    /** As {@link #enqueueEvent}, and waits for an instance that has not been started. */
    public SendOutcome enqueueEventOrBuffer(String id, String queue, @Nullable Object data) {
        return sendOrBuffer(id, enqueued(queue, data));
    }

    /** Asks an instance to stop; it may still undo what it did, and then has failed as cancelled. */
    public SendOutcome cancel(String id, String reason) {
        return send(id, new Message.Cancel(reason));
    }

    private Message raise(String name, @Nullable Object data) {
        return new Message.Raise(requireName("the name of an event", name), data("event " + name, data));
    }

    private Message enqueued(String queue, @Nullable Object data) {
        return new Message.Enqueue(
                requireName("the name of a queue", queue), data("a message of queue " + queue, data));
    }

    private SendOutcome send(String id, Message message) {
        return SendOutcome.of(put(NewMessage.of(InstanceIds.require(id, limits), Texts.write(message))));
    }

    private SendOutcome sendOrBuffer(String id, Message message) {
        return SendOutcome.of(put(NewMessage.of(InstanceIds.require(id, limits), Texts.write(message))
                .buffered()));
    }

    private EnqueueOutcome put(NewMessage message) {
        return enqueue.apply(List.of(message)).get(0);
    }

    private Payload data(String what, @Nullable Object data) {
        return payload(what, data == null ? Payload.EMPTY : Payload.encode(data, data.getClass(), codec));
    }

    private Payload payload(String what, Payload payload) {
        if (payload.size() > limits.payloadBytesMax()) {
            throw new IllegalArgumentException(what + " takes " + payload.size() + " bytes, the limit is "
                    + limits.payloadBytesMax() + ": store it elsewhere and pass a reference");
        }
        return payload;
    }

    private String requireName(String what, String name) {
        int bytes = name.getBytes(StandardCharsets.UTF_8).length;
        if (bytes == 0 || bytes > limits.nameBytesMax()) {
            throw new IllegalArgumentException(
                    what + " has 1 to " + limits.nameBytesMax() + " bytes, not " + bytes + ": '" + name + "'");
        }
        return name;
    }
}
