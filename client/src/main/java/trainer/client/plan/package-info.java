/**
 * The memory and the time that a job will need, by a sample of its input. Start at {@code JobPlan}.
 */
package trainer.client.plan;
