package dev.dormouse.outbox;

import dev.dormouse.node.Pruner;
import java.util.List;
import java.util.function.Supplier;

/**
 * What a node does for the outbox, as far as its survey has to know.
 *
 * @param routes the numbers of the routes that it relays; none until it has started
 * @param pruner is told when delivered messages can be removed
 */
public record OutboxWork(Supplier<List<Integer>> routes, Pruner pruner) {}
