/**
 * Clusters so small that every order of their messages can be explored. Time does not pass here.
 * Start with {@code Interleavings}.
 */
package trainer.it.simulation.interleavings;
