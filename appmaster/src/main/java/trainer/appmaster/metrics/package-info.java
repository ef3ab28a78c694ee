/**
 * The numbers of the newest views for other systems: as text for Prometheus, and as a source of
 * Hadoop's metrics2. Start reading at {@link trainer.appmaster.metrics.JobMetrics}.
 *
 * <p>Nothing here counts by itself: every number is one of a view, and a metric without a number in
 * the view is absent. No label names a process, so the number of series does not grow with them.
 */
package trainer.appmaster.metrics;
