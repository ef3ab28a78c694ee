/** Tables, partitions and where they live. Values and pure functions. */
package trainer.core.table;
