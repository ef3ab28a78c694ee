/** The format of inputs whose records are whole files, such as images. */
package trainer.data.format.whole;
