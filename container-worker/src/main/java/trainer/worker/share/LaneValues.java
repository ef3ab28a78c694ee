package trainer.worker.share;

/**
 * What one lane answered to a pull.
 *
 * @param list the keys asked for
 * @param values their weights in the list's order, {@code width} of the segment's table a key
 */
public record LaneValues(LaneList list, float[] values) {}
