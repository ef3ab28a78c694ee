/** Seeded numbers that are the same on every machine. */
package trainer.core.random;
