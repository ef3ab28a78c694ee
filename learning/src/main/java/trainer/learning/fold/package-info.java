/** Folds over rows: how one is computed, and the built-in one. */
package trainer.learning.fold;
