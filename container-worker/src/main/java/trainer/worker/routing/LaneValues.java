package trainer.worker.routing;

/**
 * What one lane answered to a pull.
 *
 * @param lane which lane
 * @param places the positions of the segments asked for among those of the share's list
 * @param values the weights of their keys in that order, {@code width} of the segment's table a key
 */
public record LaneValues(LaneId lane, int[] places, float[] values) {}
