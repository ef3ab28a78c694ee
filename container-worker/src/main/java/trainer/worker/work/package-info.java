/**
 * The pure core of a worker. It decides which share is prepared, pulled, computed and pushed next,
 * and which messages are sent again when a connection breaks. Events are {@code WorkerEvent}s,
 * actions are {@code WorkerAction}s. No clock, thread, socket, Hadoop or random source; arrays of
 * keys, values and sums pass through unchanged. Start with {@code Worker}.
 */
package trainer.worker.work;
