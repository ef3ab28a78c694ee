/**
 * The built-in models: a record's scores from its features, and outputs from scores. The sums are
 * those of training, term by term in float32, so that they have its bits. Start at {@link
 * trainer.model.score.RowModel}.
 */
package trainer.model.score;
