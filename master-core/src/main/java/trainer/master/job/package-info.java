/**
 * The pure core of one job. {@code JobCore} routes each event to the part of the job that it
 * concerns. Then every part compares the wanted state with the present one, and decides. Start with
 * {@code JobCore}; a router for each group of events and messages names their handlers, and a
 * {@code JobPhase} handles those that depend on the progress of the job.
 */
package trainer.master.job;
