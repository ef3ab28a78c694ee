package trainer.pserver.store;

import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.failure.Thrown;
import trainer.learning.spi.RowFunction;

/**
 * A function that changes the rows of one table in place, with an undo log.
 *
 * @param table the table's position
 * @param phase the name of the phase, for messages
 */
public record RowUpdate(int table, String phase, RowFunction function) {
  /**
   * Changes every row of a dense table, and every row of a sparse table that differs from its
   * initial value. Rows that are merely reserved must not affect the result. If the function fails,
   * nothing has changed.
   *
   * @param touched empty; gets the rows that were changed
   */
  public void compute(TableShard shard, GradientAccumulator touched, UndoLog undo) {
    Table of = shard.table();
    if (!of.optimizer().keepsWeights()) {
      throw new IllegalStateException("table " + of.spec().name() + " keeps no weights to change");
    }
    float[] weights = new float[of.width()];
    if (touched instanceof DenseAccumulator whole) {
      whole.touch();
    } else {
      touchChanged(shard, (SparseAccumulator) touched);
    }
    undo.reset(touched.size());
    for (int slot = 0; slot < touched.size(); slot++) {
      int row = touched.row(slot);
      undo.save(slot, shard.chunk(row), shard.offset(row));
    }
    try {
      for (int slot = 0; slot < touched.size(); slot++) {
        int row = touched.row(slot);
        float[] chunk = shard.chunk(row);
        int offset = shard.offset(row);
        System.arraycopy(chunk, offset, weights, 0, weights.length);
        call(of, shard.key(row), weights);
        System.arraycopy(weights, 0, chunk, offset, weights.length);
      }
    } catch (FailureException e) {
      undo.restore(touched, shard);
      throw e;
    }
  }

  private static void touchChanged(TableShard shard, SparseAccumulator touched) {
    for (int row = 0; row < shard.rows(); row++) {
      if (!shard.table().isInitial(shard.key(row), shard.chunk(row), shard.offset(row))) {
        touched.touch(row);
      }
    }
  }

  private void call(Table of, long key, float[] weights) {
    try {
      function.update(key, weights);
    } catch (Throwable e) { // any error of the model's code names the row
      Thrown.requireOfCode(e);
      throw failed(of, key, "threw " + Thrown.inWords(e), e);
    }
    for (int i = 0; i < weights.length; i++) {
      if (!Float.isFinite(weights[i])) {
        throw failed(of, key, "made weight " + i + " of a row " + weights[i], null);
      }
    }
  }

  private FailureException failed(Table of, long key, String what, Throwable cause) {
    return new FailureException(
        new Failure(
            FailureKind.MODEL_CODE_FAILED,
            "the function of phase " + phase + " " + what,
            "table " + of.spec().name() + ", key " + Long.toUnsignedString(key),
            "mend the model; the stack trace is in the pserver's log"),
        cause);
  }
}
