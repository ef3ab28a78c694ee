/**
 * The task queues: pure, and without a clock. Start with {@link trainer.master.queue.TaskQueue}.
 *
 * <ul>
 *   <li>{@link trainer.master.queue.TaskQueue} is the recorded state (todo, pending, done,
 *       discarded).
 *   <li>{@link trainer.master.queue.TaskSelector} selects the tasks of each worker.
 *   <li>{@link trainer.master.queue.TaskDeadlines} dates assignments.
 * </ul>
 */
package trainer.master.queue;
