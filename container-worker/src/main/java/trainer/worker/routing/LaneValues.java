package trainer.worker.routing;

/**
 * The values with which one lane answers a pull.
 *
 * @param lane the lane
 * @param places the positions of the pulled segments among those of the share's list
 * @param values the weights of their keys in that order, {@code width} of the segment's table a key
 */
public record LaneValues(LaneId lane, int[] places, float[] values) {}
