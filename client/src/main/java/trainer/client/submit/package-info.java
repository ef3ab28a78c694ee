/**
 * The way from settings to a prepared job: the checks before the start, the job's folder, the
 * secrets. It depends on no particular cluster; {@code yarn} and {@code local} start the prepared
 * job. Start at {@code JobPreparation}.
 */
package trainer.client.submit;
