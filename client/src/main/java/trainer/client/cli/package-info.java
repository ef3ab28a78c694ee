/**
 * The command line: one class a verb, which gathers what was asked for and lets others do it. Start
 * at {@code TrainerCommand}. Only this package uses picocli.
 */
package trainer.client.cli;
