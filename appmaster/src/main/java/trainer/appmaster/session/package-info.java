/**
 * One master's pure core: routes events to the trackers of its jobs and to the fleet, and puts
 * their actions in one order. No clock, thread, Hadoop or random source.
 */
package trainer.appmaster.session;
