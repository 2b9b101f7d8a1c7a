package dev.dormouse.benchmarks.micro;

import dev.dormouse.spi.PayloadCodec;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** An order of ordinary size to bytes and back. */
@State(Scope.Benchmark)
public class CodecBenchmark {

    /** A payload as an application has it. */
    record Order(long id, String customer, List<Item> items) {}

    /** A line of an order. */
    record Item(String article, int count, long cents) {}

    private final PayloadCodec codec = PayloadCodec.onClassPath();
    private final Order order = new Order(
            4711,
            "a customer",
            List.of(new Item("pillow", 2, 1999), new Item("blanket", 1, 4999), new Item("alarm clock", 1, 2499)));
    private final byte[] bytes = codec.encode(order, Order.class);

    @Benchmark
    public byte[] encode() {
        return codec.encode(order, Order.class);
    }

    @Benchmark
    public Object decode() {
        return codec.decode(bytes, Order.class);
    }
}
