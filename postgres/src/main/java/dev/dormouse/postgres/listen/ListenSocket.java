package dev.dormouse.postgres.listen;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketOption;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.util.function.IntSupplier;
import jdk.net.ExtendedSocketOptions;

/**
 * A socket for a connection that mostly waits: its keep-alive notices a dead peer within about six seconds, where the
 * operating system's own intervals wait two hours, and a notification is not held up by the driver.
 */
final class ListenSocket extends Socket {

    /**
     * With this timeout the driver asks, after a notification, whether there is another one. It would wait that long for
     * the answer, and the notification in hand with it, which is most of the time from a commit to its wake.
     */
    private static final int ASKS_FOR_MORE_MILLIS = 1;

    private static final int IDLE_SECONDS = 3;
    private static final int INTERVAL_SECONDS = 1;
    private static final int PROBES = 3;

    private volatile int timeoutMillis;

    ListenSocket() throws IOException {
        setOption(StandardSocketOptions.SO_KEEPALIVE, true);
        setIfSupported(ExtendedSocketOptions.TCP_KEEPIDLE, IDLE_SECONDS);
        setIfSupported(ExtendedSocketOptions.TCP_KEEPINTERVAL, INTERVAL_SECONDS);
        setIfSupported(ExtendedSocketOptions.TCP_KEEPCOUNT, PROBES);
    }

    @Override
    public synchronized void setSoTimeout(int millis) throws SocketException {
        super.setSoTimeout(millis);
        timeoutMillis = millis;
    }

    @Override
    public InputStream getInputStream() throws IOException {
        return new Input(super.getInputStream(), () -> timeoutMillis);
    }

    private void setIfSupported(SocketOption<Integer> option, int value) throws IOException {
        if (supportedOptions().contains(option)) {
            setOption(option, value);
        }
    }

    /** Answers at once when it is only asked whether there is more. */
    static final class Input extends FilterInputStream {
        private final IntSupplier timeoutMillis;

        Input(InputStream in, IntSupplier timeoutMillis) {
            super(in);
            this.timeoutMillis = timeoutMillis;
        }

        @Override
        public int read() throws IOException {
            answerIfAsked();
            return super.read();
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            answerIfAsked();
            return super.read(bytes, offset, length);
        }

        private void answerIfAsked() throws IOException {
            if (timeoutMillis.getAsInt() == ASKS_FOR_MORE_MILLIS && available() == 0) {
                throw new SocketTimeoutException("There is nothing more at this moment");
            }
        }
    }
}
