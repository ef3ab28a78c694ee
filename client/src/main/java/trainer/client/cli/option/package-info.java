/**
 * Options that many commands share: help, version, and Hadoop's. Start at {@code Verb}, the base
 * class of a command.
 */
package trainer.client.cli.option;
