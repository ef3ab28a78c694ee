/**
 * The task queues: pure, and without a clock. {@link trainer.master.queue.TaskQueue} is what is
 * recorded (todo, pending, done, discarded); {@link trainer.master.queue.TaskSelector} decides
 * which worker gets what; {@link trainer.master.queue.TaskDeadlines} holds since when. Start with
 * the first.
 */
package trainer.master.queue;
