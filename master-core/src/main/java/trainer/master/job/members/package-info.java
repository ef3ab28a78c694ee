/**
 * The processes of a job: registration, streams, failure detection, memory, containers. Start with
 * {@code Membership}.
 */
package trainer.master.job.members;
