/**
 * What is read: where input lies, how it is cut into blocks, how blocks become examples, and how
 * synthetic input is made.
 *
 * <p>Start at {@link trainer.data.index.InputIndexer} (the master's side), {@link
 * trainer.data.index.InputCheck} (the client's) and {@link trainer.data.read.BlockReader} (the
 * worker's). Nothing here knows of jobs, masters or models.
 */
package trainer.data;
