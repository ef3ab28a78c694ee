/** The choice of the payload of a framed format, by the job or by a first record. */
package trainer.data.format.record;
