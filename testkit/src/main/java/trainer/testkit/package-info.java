/**
 * Foundations for tests of the pure cores: a seeded schedule of virtual time, a network in memory,
 * and the rules of the layers. No production code may depend on it.
 */
package trainer.testkit;
