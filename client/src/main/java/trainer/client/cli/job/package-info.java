/**
 * The commands on jobs, one class each: submit, list, status, attach, logs, scale, stop and kill.
 * Start at {@code SubmitCommand}.
 */
package trainer.client.cli.job;
