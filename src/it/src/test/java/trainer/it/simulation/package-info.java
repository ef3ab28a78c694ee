/**
 * A whole cluster in one thread: the real cores of master, workers and pservers, a model of integer
 * gradients, and a network, a journal and a YARN in memory, under seeded faults. Start with {@code
 * Simulation}. {@code Invariant} states what holds in every history; each invariant is checked
 * where its process or its record is simulated.
 */
package trainer.it.simulation;
