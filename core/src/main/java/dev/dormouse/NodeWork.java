package dev.dormouse;

import dev.dormouse.node.Pruner;
import dev.dormouse.outbox.OutboxWork;
import java.util.List;
import java.util.Map;

/**
 * What a node works on, as far as its survey has to know.
 *
 * @param jobKinds the kinds of jobs that it handles, by queue
 * @param jobPruner is told when finished jobs can be removed
 * @param outbox its part in the outbox
 */
public record NodeWork(Map<String, List<String>> jobKinds, Pruner jobPruner, OutboxWork outbox) {}
