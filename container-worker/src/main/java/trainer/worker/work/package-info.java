/**
 * The pure core of a worker. It decides which share is prepared, pulled, computed and pushed next,
 * and which messages are sent again when a connection breaks. No clock, thread, socket, Hadoop or
 * random source. Start with {@code Worker}, then {@code WorkItem} and its kinds; each kind has an
 * owner that takes the master's orders and reports to it: {@code ShareOrders}, {@code TaskSteps},
 * {@code VersionedSteps}, {@code ScoringTasks}.
 */
package trainer.worker.work;
