/**
 * Seeded synthetic data with a known best reachable loss. Start at {@link
 * trainer.data.generate.Generator}.
 */
package trainer.data.generate;
