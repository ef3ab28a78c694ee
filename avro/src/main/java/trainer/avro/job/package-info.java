/** What a job is, as a file. */
package trainer.avro.job;
