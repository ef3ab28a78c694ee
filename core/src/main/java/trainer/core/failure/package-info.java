/** Failures as data: kind, blame, exit code, and their message of one line. */
package trainer.core.failure;
