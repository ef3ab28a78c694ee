/**
 * The pure core of a worker: which share is prepared, pulled, computed and pushed next, and what is
 * sent again when a connection breaks. Start with {@code Worker}; what happens is a {@code
 * WorkerEvent}, what it wants done a {@code WorkerAction}. No clock, thread, socket, Hadoop or
 * random source; arrays of keys, values and sums pass through untouched.
 */
package trainer.worker.share;
