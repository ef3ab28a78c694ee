/**
 * The master's file work, done in the background: cutting the input ({@code InputCutting}) and
 * putting the model in its place ({@code Publishing}). What comes of it is offered to the mailbox.
 */
package trainer.appmaster.files;
