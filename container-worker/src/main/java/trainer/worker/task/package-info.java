/**
 * Tasks as the master assigned them, and the worker's progress in them. Pure. Which steps are in
 * progress is a matter of {@code trainer.worker.work}.
 */
package trainer.worker.task;
