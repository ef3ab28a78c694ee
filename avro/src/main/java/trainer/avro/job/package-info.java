/** The definition of a job, as a file. */
package trainer.avro.job;
