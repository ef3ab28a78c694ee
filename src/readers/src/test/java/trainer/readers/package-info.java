/** Exported models, read by programs that have nothing of Trainer. */
package trainer.readers;
