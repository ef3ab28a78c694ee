/**
 * One master's pure core: routes events to the cores of its jobs and to the fleet, and puts their
 * actions in one order. Start with {@code Session}.
 */
package trainer.master.session;
