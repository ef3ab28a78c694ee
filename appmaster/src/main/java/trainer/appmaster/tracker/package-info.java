/**
 * The pure core of one job: states, members, mini-batches, commits, wind-down. Start with {@code
 * Tracker}. No clock, thread, Hadoop or random source.
 */
package trainer.appmaster.tracker;
