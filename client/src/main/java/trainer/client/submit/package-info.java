/**
 * From settings to a job that has been handed over: the checks before the start, the job's folder,
 * the secrets. Knows of no particular cluster; {@code yarn} and {@code local} start what is
 * prepared here. Start at {@code JobPreparation}.
 */
package trainer.client.submit;
