/**
 * The pure core of one job. {@code JobCore} takes events in, hands each to the part of the job that
 * it concerns, and then lets every part compare what is wanted with what is there. Start with
 * {@code JobCore}; the three routers name the handler of each event and message.
 */
package trainer.master.job;
