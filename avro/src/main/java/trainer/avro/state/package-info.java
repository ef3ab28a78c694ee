/** The journal's entries: facts with a number and a checksum each. */
package trainer.avro.state;
