/** Digests of files while their bytes are read or written. */
package trainer.avro.digest;
