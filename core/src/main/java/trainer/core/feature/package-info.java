/**
 * Features: the keys and values that a row of columns gives. The terms of {@code trainer.features}
 * select and shape columns; names and categories are hashed to keys; numbers are standardised.
 *
 * <p>Plain Java without input or output, as the scoring of single rows needs it.
 */
package trainer.core.feature;
