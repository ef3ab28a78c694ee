/**
 * The features of a table's row: terms, values of columns, keys and numbers, in the order and with
 * the bits of training. The classes repeat those of {@code core}, which need Java 17; tests compare
 * them. Start at {@link trainer.model.feature.RowEncoder}.
 */
package trainer.model.feature;
