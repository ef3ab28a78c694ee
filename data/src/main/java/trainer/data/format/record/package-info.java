/** The choice of what the records of a framed format are, by the job or by a first record. */
package trainer.data.format.record;
