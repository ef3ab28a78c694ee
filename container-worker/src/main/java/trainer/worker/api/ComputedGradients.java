package trainer.worker.api;

import trainer.core.message.Metrics;

/**
 * The computed gradients of a work item.
 *
 * @param sums the sums of the gradients in the order of the item's keys; see {@link
 *     WorkerEvent.Computed}
 * @param computeNanos the time of the computation
 */
public record ComputedGradients(Metrics metrics, long[] sums, long computeNanos) {}
