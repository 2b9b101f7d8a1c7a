package dev.dormouse.orchestration.kernel;

import dev.dormouse.orchestration.ErrorDetails;
import dev.dormouse.orchestration.ErrorDetails.Application;
import dev.dormouse.orchestration.ErrorDetails.Configuration;
import dev.dormouse.orchestration.ErrorDetails.Infrastructure;
import dev.dormouse.orchestration.ErrorDetails.Poison;

/** How an error is written. */
final class ErrorShape {

    private static final String CATEGORY = "category";

    private ErrorShape() {}

    static Fields write(ErrorDetails error) {
        Fields out = new Fields().put(CATEGORY, error.category().name()).put("message", error.message());
        if (error instanceof Infrastructure own) {
            return out.put("operation", own.operation()).put("retryable", own.retryable());
        }
        if (error instanceof Configuration own) {
            return out.put("kind", own.kind().name()).put("resource", own.resource());
        }
        if (error instanceof Poison own) {
            return out.put("attempts", own.attempts())
                    .put("attemptsMax", own.attemptsMax())
                    .put("resource", own.resource());
        }
        Application own = (Application) error;
        return out.put("kind", own.kind().name()).put("details", own.details()).put("retryable", own.retryable());
    }

    static ErrorDetails read(Fields in) {
        String message = in.string("message");
        return switch (in.choice(CATEGORY, ErrorDetails.Category.class)) {
            case INFRASTRUCTURE -> new Infrastructure(in.string("operation"), message, in.flag("retryable"));
            case CONFIGURATION ->
                new Configuration(in.choice("kind", Configuration.Kind.class), in.string("resource"), message);
            case POISON ->
                new Poison(
                        Math.toIntExact(in.number("attempts")),
                        Math.toIntExact(in.number("attemptsMax")),
                        in.string("resource"),
                        message);
            case APPLICATION ->
                new Application(
                        in.choice("kind", Application.Kind.class),
                        message,
                        in.optionalString("details"),
                        in.flag("retryable"));
        };
    }
}
