/**
 * Every configuration key, once: name, type, default, check and one sentence ({@link
 * trainer.core.config.Keys}); a job's values, parsed and checked together ({@link
 * trainer.core.config.Settings}). To add a key, add a constant to {@code Keys} and run the test
 * that prints the reference.
 */
package trainer.core.config;
