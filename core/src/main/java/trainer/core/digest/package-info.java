/** Digests that name contents. */
package trainer.core.digest;
