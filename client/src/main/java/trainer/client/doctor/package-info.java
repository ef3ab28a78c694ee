/**
 * The checks of {@code trainer doctor}, one class each: the configuration, the credentials, the
 * file system, the queue and the nodes. A check asks as a submission does and changes nothing. The
 * texts are printed by the command, not here. Start at {@code Doctor}, which lists the checks.
 */
package trainer.client.doctor;
