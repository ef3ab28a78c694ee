/**
 * Schedules of the learning rate during a job: pure functions of the step's number, independent of
 * the optimizer. Start at {@link trainer.learning.schedule.LearningRate}.
 */
package trainer.learning.schedule;
