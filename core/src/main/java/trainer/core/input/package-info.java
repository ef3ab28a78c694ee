/** Input as the master and the models see it: files, blocks, decoded examples. No file access. */
package trainer.core.input;
