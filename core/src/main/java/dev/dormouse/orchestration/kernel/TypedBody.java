package dev.dormouse.orchestration.kernel;

import dev.dormouse.orchestration.Orchestration;
import dev.dormouse.orchestration.OrchestrationContext;
import dev.dormouse.orchestration.OrchestrationHandler;
import dev.dormouse.spi.PayloadCodec;
import java.lang.reflect.Type;

/** A handler behind its types. */
record TypedBody<I, O>(Orchestration<I, O> orchestration, OrchestrationHandler<I, O> handler, PayloadCodec codec)
        implements Body {

    @Override
    public Type inputType() {
        return orchestration.inputType();
    }

    @Override
    @SuppressWarnings({"unchecked", "NullAway"}) // the descriptor vouches for the type; a void input is null
    public Payload run(OrchestrationContext ctx, Payload input) throws Exception {
        I typed = (I) input.decode(orchestration.inputType(), codec);
        return Payload.encode(handler.run(ctx, typed), orchestration.outputType(), codec);
    }
}
