/**
 * The frame of the command line: parsing, help, errors and exit codes. Start at {@code
 * TrainerCommand}, which names every command.
 *
 * <p>The commands are classes of the packages below, such as {@code cli.job.ScaleCommand}. A
 * command collects its options and delegates the work. No other package of the client uses picocli.
 */
package trainer.client.cli;
