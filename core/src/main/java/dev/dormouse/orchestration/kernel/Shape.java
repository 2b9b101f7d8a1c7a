package dev.dormouse.orchestration.kernel;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/** How one kind of event or message is written and read, both side by side. */
record Shape<T, C>(String type, Class<? extends T> kind, BiConsumer<Object, Fields> writer, Reader<T, C> reader) {

    static final String TYPE = "type";

    /** Makes one from its fields and what is known besides. */
    interface Reader<T, C> {
        T read(C context, Fields in);
    }

    static <T, C, K extends T> Shape<T, C> of(
            String type, Class<K> kind, BiConsumer<K, Fields> writer, Reader<T, C> reader) {
        return new Shape<>(type, kind, (value, out) -> writer.accept(kind.cast(value), out), reader);
    }

    /** All shapes, by type and by class. */
    static final class Table<T, C> {
        private final Map<String, Shape<T, C>> byType = new HashMap<>();
        private final Map<Class<?>, Shape<T, C>> byClass = new HashMap<>();

        Table(List<Shape<T, C>> shapes) {
            shapes.forEach(shape -> {
                byType.put(shape.type(), shape);
                byClass.put(shape.kind(), shape);
            });
        }

        void write(T value, Fields out) {
            Shape<T, C> shape = byClass.get(value.getClass());
            if (shape == null) {
                throw new IllegalStateException("no shape for " + value.getClass());
            }
            out.put(TYPE, shape.type());
            shape.writer().accept(value, out);
        }

        T read(C context, Fields in) {
            String type = in.string(TYPE);
            Shape<T, C> shape = byType.get(type);
            if (shape == null) {
                throw new CorruptTextException("there is no type " + type);
            }
            return shape.reader().read(context, in);
        }
    }
}
