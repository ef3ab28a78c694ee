/**
 * Input data: its listing, its cut into blocks, the decoding of blocks to examples, and synthetic
 * input.
 *
 * <p>Start at {@link trainer.data.index.InputIndexer} (the master's side), {@link
 * trainer.data.index.InputCheck} (the client's) and {@link trainer.data.read.BlockReader} (the
 * worker's). This module does not depend on jobs, masters or models.
 */
package trainer.data;
