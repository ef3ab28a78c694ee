/** Folds over rows: their computation, and the built-in one. */
package trainer.learning.fold;
