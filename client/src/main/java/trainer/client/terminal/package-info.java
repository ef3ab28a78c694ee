/**
 * What lies between the client and a person: characters that can be printed, the terminal's width,
 * Ctrl-C. Nothing of jobs. Start at {@code PrintedText}.
 */
package trainer.client.terminal;
