/** The choice of a file's format. */
package trainer.data.format;
