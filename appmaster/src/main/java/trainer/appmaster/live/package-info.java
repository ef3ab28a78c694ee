/**
 * What the page shows of running jobs over time. A thread samples the newest view of each job once
 * a second; the core does nothing for the page. Start reading at {@link
 * trainer.appmaster.live.LiveJobs}.
 *
 * <p>Everything here is bounded: a series has at most 600 points, a list of events the newest 500,
 * and members are served a page at a time.
 */
package trainer.appmaster.live;
