/** The properties of every history, each with its statement, and the page that lists them. */
package trainer.it.simulation.invariant;
