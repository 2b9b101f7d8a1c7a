package dev.dormouse.orchestration.runtime;

import dev.dormouse.orchestration.ErrorDetails;
import dev.dormouse.orchestration.ErrorDetails.Application;
import dev.dormouse.orchestration.OrchestrationObserver.ActivityEnd;
import dev.dormouse.orchestration.RuntimeOptions;
import dev.dormouse.orchestration.kernel.CorruptTextException;
import dev.dormouse.orchestration.kernel.Failures;
import dev.dormouse.orchestration.kernel.Message;
import dev.dormouse.orchestration.kernel.Payload;
import dev.dormouse.orchestration.kernel.ValueLookup;
import dev.dormouse.orchestration.runtime.OrchestrationHandlers.RegisteredActivity;
import dev.dormouse.provider.AttemptCount;
import dev.dormouse.provider.Provider;
import dev.dormouse.provider.ProviderException;
import dev.dormouse.provider.WorkItem;
import dev.dormouse.spi.PayloadCodec;
import dev.dormouse.spi.PayloadException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Executes activities: the user's, and the one that is built in. Thread-safe. */
final class ActivityRunner {

    private static final Logger log = LoggerFactory.getLogger(ActivityRunner.class);

    private final OrchestrationHandlers handlers;
    private final RuntimeOptions options;
    private final PayloadCodec codec;
    private final Provider provider;

    ActivityRunner(OrchestrationHandlers handlers, RuntimeOptions options, PayloadCodec codec, Provider provider) {
        this.handlers = handlers;
        this.options = options;
        this.codec = codec;
        this.provider = provider;
    }

    /** What can be executed here. */
    Set<String> names() {
        Set<String> names = new HashSet<>(handlers.activities());
        names.add(ValueLookup.NAME);
        return names;
    }

    WorkOutcome run(ActivityRun run) {
        WorkItem item = run.item;
        if (item.attempt() > options.attemptsMax()) {
            return poison(item, "it was fetched " + item.attempt() + " times without an end");
        }
        ActivityBody body;
        try {
            body = ActivityBody.read(item.key().activityId(), item.body());
        } catch (CorruptTextException | IllegalArgumentException e) {
            String why = String.valueOf(e.getMessage());
            return item.attempt() < options.attemptsMax() ? abandon(item, why) : poison(item, why);
        }
        run.reads(body);
        return item.name().equals(ValueLookup.NAME) ? lookUp(item, body) : execute(run, body);
    }

    private WorkOutcome execute(ActivityRun run, ActivityBody body) {
        Optional<RegisteredActivity<?, ?>> registered = handlers.findActivity(run.item.name());
        if (registered.isEmpty()) {
            return abandon(run.item, "activity " + run.item.name() + " is not registered here");
        }
        if (run.stopped() != null) {
            return stopped(run);
        }
        try {
            Payload result = invoke(registered.get(), run, body.input());
            return run.stopped() == ActivityRun.Stop.CANCELLED ? new WorkOutcome.Dropped() : done(run.item, result);
        } catch (VirtualMachineError e) {
            return abandon(run.item, e.toString());
        } catch (Throwable t) {
            return run.stopped() == null ? failed(run.item, t) : stopped(run);
        }
    }

    @SuppressWarnings({"unchecked", "NullAway"}) // the descriptor vouches for the type; a void input is null
    private <I, O> Payload invoke(RegisteredActivity<I, O> registered, ActivityRun run, Payload input)
            throws Exception {
        I typed = (I) input.decode(registered.activity().inputType(), codec);
        return Payload.encode(
                registered.handler().run(run, typed), registered.activity().outputType(), codec);
    }

    private WorkOutcome done(WorkItem item, Payload result) {
        if (result.size() > options.limits().payloadBytesMax()) {
            return failed(
                    item,
                    new Application(
                            Application.Kind.ACTIVITY_FAILED,
                            "the result of " + item.name() + " takes " + result.size() + " bytes, the limit is "
                                    + options.limits().payloadBytesMax()
                                    + ": store it elsewhere and return a reference",
                            null,
                            false),
                    ActivityEnd.FAILED);
        }
        return new WorkOutcome.Done(
                new Message.ActivityCompleted(
                        item.key().executionId(), item.key().activityId(), result),
                ActivityEnd.SUCCEEDED);
    }

    private static WorkOutcome failed(WorkItem item, Throwable thrown) {
        Application error = Failures.ofActivity(thrown);
        boolean hopeless = thrown instanceof PayloadException;
        return failed(
                item,
                hopeless ? new Application(error.kind(), error.message(), error.details(), false) : error,
                ActivityEnd.FAILED);
    }

    private static WorkOutcome failed(WorkItem item, ErrorDetails error, ActivityEnd end) {
        return new WorkOutcome.Done(
                new Message.ActivityFailed(item.key().executionId(), item.key().activityId(), error), end);
    }

    private WorkOutcome poison(WorkItem item, String why) {
        log.error("instance={} activity={} is given up as poison: {}", item.instance(), item.name(), why);
        return failed(
                item,
                new ErrorDetails.Poison(
                        item.attempt(),
                        options.attemptsMax(),
                        "activity " + item.name() + " of " + item.instance(),
                        why),
                ActivityEnd.POISON);
    }

    /** It ended because it was told to. */
    private static WorkOutcome stopped(ActivityRun run) {
        return run.stopped() == ActivityRun.Stop.SHUTDOWN
                ? new WorkOutcome.Abandon(Duration.ZERO, AttemptCount.UNDO)
                : new WorkOutcome.Dropped();
    }

    private static WorkOutcome abandon(WorkItem item, String why) {
        Duration delay = TurnRunner.AGAIN.ceiling(item.attempt());
        log.warn(
                "instance={} activity={} is given back for {}, attempt {}: {}",
                item.instance(),
                item.name(),
                delay,
                item.attempt(),
                why);
        return new WorkOutcome.Abandon(delay, AttemptCount.KEEP);
    }

    private WorkOutcome lookUp(WorkItem item, ActivityBody body) {
        try {
            ValueLookup lookup = ValueLookup.read(body.input());
            return done(item, ValueLookup.answer(provider.findValue(lookup.instance(), lookup.key())));
        } catch (ProviderException e) {
            return abandon(item, e.toString());
        } catch (RuntimeException e) {
            return failed(item, e);
        }
    }
}
