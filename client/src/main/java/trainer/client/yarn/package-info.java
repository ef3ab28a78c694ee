/**
 * Submission to YARN and what YARN knows of a job. The only package of the client that uses YARN's
 * types, next to {@code embedded}. Start at {@code YarnSubmission}.
 */
package trainer.client.yarn;
