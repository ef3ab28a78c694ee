package trainer.pserver.store;

/**
 * Whole rows of one table, weights and optimizer state, on their way to another replica.
 *
 * @param cells the cells of all rows, one row after the other, each as long as the table's rows
 */
public record Rows(int table, long[] keys, float[] cells) {}
