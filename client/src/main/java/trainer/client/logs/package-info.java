/**
 * The logs of a job's processes, read from the job's folder while they grow and afterwards. Start
 * at {@code LogPass}.
 */
package trainer.client.logs;
