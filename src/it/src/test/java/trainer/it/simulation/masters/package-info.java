/**
 * Parts of simulated masters that know nothing of the world: connections, and wishes of a leader.
 */
package trainer.it.simulation.masters;
