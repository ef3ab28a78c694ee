/**
 * Messages between the processes of a job, as plain records. The protocol module owns the wire
 * form; the pure cores see only these records.
 */
package trainer.core.message;
