/**
 * The events and actions of the worker's core, in its own types. Arrays of keys, values and sums
 * pass through unchanged. Start with {@code WorkerEvent} and {@code WorkerAction}.
 */
package trainer.worker.api;
