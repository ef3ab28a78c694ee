/**
 * Where the blocks of the input are: found from headers, never from payload, unless a set number of
 * records a block is asked for. Start at {@link trainer.data.index.InputIndexer}.
 */
package trainer.data.index;
