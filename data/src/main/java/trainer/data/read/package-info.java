/** The decoding of blocks to examples. Start at {@link trainer.data.read.BlockReader}. */
package trainer.data.read;
