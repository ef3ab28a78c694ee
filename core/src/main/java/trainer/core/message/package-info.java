/**
 * What the processes of a job say to each other, as plain records. The wire form is the protocol
 * module's business; the pure cores see only these.
 */
package trainer.core.message;
