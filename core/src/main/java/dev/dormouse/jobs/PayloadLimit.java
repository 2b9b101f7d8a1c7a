package dev.dormouse.jobs;

/** How large arguments and results may be: they are read and written with the hot rows, so files belong elsewhere. */
public record PayloadLimit(int bytesMax) {

    public static final PayloadLimit DEFAULT = new PayloadLimit(1 << 20);
    private static final int HIGHEST = 256 << 20;

    public PayloadLimit {
        if (bytesMax < 1 || bytesMax > HIGHEST) {
            throw new IllegalArgumentException("payloadBytesMax must be 1 to " + HIGHEST + ": " + bytesMax);
        }
    }

    void check(String what, byte[] encoded) {
        if (encoded.length > bytesMax) {
            throw new IllegalArgumentException(what + " takes " + encoded.length + " bytes, the limit is " + bytesMax
                    + ": store it elsewhere and pass a reference");
        }
    }
}
