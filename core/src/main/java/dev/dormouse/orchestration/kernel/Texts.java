package dev.dormouse.orchestration.kernel;

import dev.dormouse.orchestration.ErrorDetails;

/**
 * Events, messages and errors as the text that providers keep. Reading is strict: whatever is not exactly such a text throws
 * {@link CorruptTextException}.
 */
public final class Texts {

    private Texts() {}

    /** Without its id, which providers keep beside it. */
    public static String write(Event event) {
        Fields fields = new Fields();
        EventShapes.write(event, fields);
        return fields.text();
    }

    public static Event readEvent(long id, String text) {
        return CorruptTextException.naming("event " + id, text, () -> EventShapes.read(id, Fields.parse(text)));
    }

    public static String write(Message message) {
        Fields fields = new Fields();
        MessageShapes.write(message, fields);
        return fields.text();
    }

    /** The id is the provider's number, for the exception. */
    public static Message readMessage(long id, String text) {
        return CorruptTextException.naming("message " + id, text, () -> MessageShapes.read(Fields.parse(text)));
    }

    public static String write(ErrorDetails error) {
        return ErrorShape.write(error).text();
    }

    public static ErrorDetails readError(String text) {
        return CorruptTextException.naming("error", text, () -> ErrorShape.read(Fields.parse(text)));
    }
}
