/** What a format must do: cut a file into blocks, and decode a block. Implemented per format. */
package trainer.data.block;
