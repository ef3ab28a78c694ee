/** Tables, partitions and their placement. Values and pure functions. */
package trainer.core.table;
