/**
 * A whole cluster in one thread: the real cores of master, workers and pservers, a model of integer
 * gradients, and a network, a journal and a YARN in memory, under seeded faults. Start with {@code
 * Simulation}; the invariants are checked where they can be seen, each by name.
 */
package trainer.it.simulation;
