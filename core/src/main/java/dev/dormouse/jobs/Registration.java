package dev.dormouse.jobs;

import dev.dormouse.spi.PayloadCodec;

/** A kind and who handles it. */
record Registration<T>(JobKind<T> kind, JobHandler<T> handler) {

    /** The payload is parsed here, in the job's own slot, so that a bad one is that job's failure only. */
    @SuppressWarnings("unchecked") // the codec gives what the kind's type says
    void invoke(JobContext context, byte[] payload, PayloadCodec codec) throws Exception {
        handler.handle(context, (T) codec.decode(payload, kind.type()));
    }
}
