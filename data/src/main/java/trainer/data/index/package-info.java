/**
 * The index of the input's blocks. It is made from headers, without payload, unless text is cut
 * into blocks of a set number of records. Start at {@link trainer.data.index.InputIndexer}.
 */
package trainer.data.index;
