/**
 * The task queues: pure, and without a clock. {@link trainer.appmaster.queue.TaskQueue} is what is
 * recorded (todo, pending, done, discarded); {@link trainer.appmaster.queue.Dealer} decides who
 * gets what; {@link trainer.appmaster.queue.Hands} knows since when. Start with the first.
 */
package trainer.appmaster.queue;
