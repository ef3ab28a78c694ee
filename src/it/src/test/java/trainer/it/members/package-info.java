/**
 * Faults of single workers, of real processes on an embedded cluster, each held against its bar.
 * Begin with {@link trainer.it.members.WorkerFaults}.
 */
package trainer.it.members;
