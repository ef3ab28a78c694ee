/**
 * The rows of one table in one partition, in memory: rows, keys, gradient sums, undo log, optimizer
 * step, snapshot. Pure: no thread, clock, socket or file. Start with {@code TableShard}.
 */
package trainer.pserver.store;
