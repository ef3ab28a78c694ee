/** Failures as data: kind, blame, exit code, and the one line a person reads. */
package trainer.core.failure;
