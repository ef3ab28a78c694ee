/**
 * The table that a job reads, by a sample of its first records: what each column is, and what
 * becomes of it. Start at {@code SampledTable}.
 */
package trainer.client.table;
