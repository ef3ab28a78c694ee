package trainer.pserver.store;

/**
 * Whole rows of one table, weights and optimizer state, on their way to another copy.
 *
 * @param cells those of one row after the other, each as long as the table's rows are
 */
public record Rows(int table, long[] keys, float[] cells) {}
