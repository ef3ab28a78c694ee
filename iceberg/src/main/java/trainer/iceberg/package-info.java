/** Finds the files of Iceberg tables, in the client alone; one of {@code trainer.jars}. */
package trainer.iceberg;
