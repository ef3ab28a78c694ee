/**
 * The boundary between the client and its user: printable characters, the terminal's width, Ctrl-C.
 * It has no knowledge of jobs. Start at {@code PrintedText}.
 */
package trainer.client.terminal;
