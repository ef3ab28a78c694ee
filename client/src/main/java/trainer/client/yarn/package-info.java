/**
 * Submission to YARN, and the observation of jobs there. Apart from {@code embedded}, the only
 * package of the client that uses YARN's types. Start at {@code YarnSubmission}.
 */
package trainer.client.yarn;
