/**
 * The containers that a job asks for, and when it begins with those it has. Start with {@code
 * ContainerAllocation}.
 */
package trainer.master.job.allocation;
