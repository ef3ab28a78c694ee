/**
 * The parts that formats of tables share: the use of a file's columns, and the way from a record of
 * columns to an example. Start at {@link trainer.data.format.table.ExampleBuilder}.
 */
package trainer.data.format.table;
