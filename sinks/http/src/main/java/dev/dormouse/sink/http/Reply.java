package dev.dormouse.sink.http;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * What came back for one request: the status, and the beginning of the body for the error message.
 *
 * <p>A body that is short is read to its end, so that the connection can be used again; a long one is cut off. The status
 * counts even if the body never ends. Written by the client's threads, read by the one that waits.
 */
final class Reply implements HttpResponse.BodyHandler<Void> {

    private static final int READ_BYTES_MAX = 64 * 1024;
    private static final int KEPT_BYTES_MAX = 200;

    private volatile @Nullable ResponseInfo head;

    // Guarded by itself.
    private final ByteArrayOutputStream beginning = new ByteArrayOutputStream();

    @Override
    public BodySubscriber<Void> apply(ResponseInfo info) {
        head = info;
        return new Body();
    }

    /** Empty until the status has arrived. */
    Optional<ResponseInfo> head() {
        return Optional.ofNullable(head);
    }

    /** The beginning of the body on one line. */
    String excerpt() {
        synchronized (beginning) {
            return beginning
                    .toString(StandardCharsets.UTF_8)
                    .replaceAll("[\\p{Cntrl}\\s]+", " ")
                    .strip();
        }
    }

    private void keep(ByteBuffer buffer) {
        synchronized (beginning) {
            byte[] bytes = new byte[Math.min(buffer.remaining(), KEPT_BYTES_MAX - beginning.size())];
            buffer.get(bytes);
            beginning.writeBytes(bytes);
        }
    }

    /** Called by one thread at a time. */
    private final class Body implements BodySubscriber<Void> {

        private final CompletableFuture<@Nullable Void> read = new CompletableFuture<>();
        private Flow.@Nullable Subscription subscription;
        private int readBytes;

        @Override
        @SuppressWarnings("NullAway") // A body of type Void is null.
        public CompletionStage<Void> getBody() {
            return read;
        }

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            this.subscription = subscription;
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(List<ByteBuffer> buffers) {
            for (ByteBuffer buffer : buffers) {
                readBytes += buffer.remaining();
                keep(buffer);
            }
            if (readBytes > READ_BYTES_MAX && subscription != null) {
                subscription.cancel();
                read.complete(null);
            }
        }

        @Override
        public void onError(Throwable failure) {
            read.complete(null);
        }

        @Override
        public void onComplete() {
            read.complete(null);
        }
    }
}
