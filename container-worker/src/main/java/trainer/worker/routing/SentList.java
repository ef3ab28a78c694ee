package trainer.worker.routing;

import trainer.core.math.RepeatedSums;

/**
 * A lane's part of a key list, as it was sent on one connection.
 *
 * @param id the number of the part on the connection
 * @param list the lane's keys
 * @param equal the prediction of repeated sums in the pushes since; confined to the thread that
 *     writes to the connection
 */
public record SentList(long id, LaneList list, RepeatedSums equal) {}
