package dev.dormouse.orchestration.kernel;

/**
 * Takes the code of an orchestration off the stack when its turn is over. An {@link Error}, so that user code does not catch
 * it by accident; if it does all the same, nothing comes of it.
 */
final class Unwinding extends Error {

    private static final long serialVersionUID = 1L;

    Unwinding(String why) {
        super(why, null, false, false);
    }
}
