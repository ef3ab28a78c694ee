/**
 * What a job does when the cluster under it goes away for a while: the daemons of a real one are
 * killed and started again. Begin with {@link trainer.it.outages.Outages}.
 */
package trainer.it.outages;
