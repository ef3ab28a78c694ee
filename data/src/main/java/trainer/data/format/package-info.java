/** Which format a file is in. */
package trainer.data.format;
