/**
 * The command line, with one class a verb. A verb collects its options and delegates the work.
 * Start at {@code TrainerCommand}. Only this package uses picocli.
 */
package trainer.client.cli;
