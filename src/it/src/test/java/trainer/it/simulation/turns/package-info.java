/** The turns of the jobs of a simulated worker of a pool. */
package trainer.it.simulation.turns;
