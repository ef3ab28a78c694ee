/**
 * The pure core of one master: routes events to the cores of its jobs and to the fleet, and orders
 * their actions. Start with {@code Session}.
 */
package trainer.master.session;
