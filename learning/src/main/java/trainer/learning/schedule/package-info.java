/**
 * How the learning rate changes while a job trains. Pure functions of the step's number; nothing
 * here knows what a rate is used for. Start at {@link trainer.learning.schedule.LearningRate}.
 */
package trainer.learning.schedule;
