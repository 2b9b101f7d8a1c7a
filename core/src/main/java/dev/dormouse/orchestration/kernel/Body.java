package dev.dormouse.orchestration.kernel;

import dev.dormouse.orchestration.Orchestration;
import dev.dormouse.orchestration.OrchestrationContext;
import dev.dormouse.orchestration.OrchestrationHandler;
import dev.dormouse.spi.PayloadCodec;
import java.lang.reflect.Type;

/** The code of an orchestration, as the kernel runs it. */
public interface Body {

    /** What the next execution gets when the code continues as new. */
    Type inputType();

    Payload run(OrchestrationContext ctx, Payload input) throws Exception;

    static <I, O> Body of(Orchestration<I, O> orchestration, OrchestrationHandler<I, O> handler, PayloadCodec codec) {
        return new TypedBody<>(orchestration, handler, codec);
    }
}
