package trainer.learning.fold;

import java.util.List;
import trainer.core.aggregate.Partial;
import trainer.core.aggregate.Reducer;
import trainer.core.aggregate.Reduction;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.failure.Thrown;
import trainer.learning.spi.Contributions;
import trainer.learning.spi.RowFold;

/**
 * A running fold: passes rows to its function and reduces their contributions. Confined to one
 * thread.
 */
public final class Folding implements Contributions {
  private final String named;
  private final String table;
  private final RowFold function;
  private final Reducer reducer;
  private long key;
  private IllegalArgumentException refused;

  /**
   * @param named the function's name in messages
   * @param table the name of the table
   */
  public Folding(String named, String table, RowFold function, List<Reduction> reductions) {
    this.named = named;
    this.table = table;
    this.function = function;
    this.reducer = new Reducer(reductions);
  }

  /**
   * Adds a row.
   *
   * @throws FailureException naming the row: {@code VALUE_OUT_OF_RANGE} for a weight that is not
   *     finite, {@code MODEL_CODE_FAILED} if the function throws or contributes an invalid number
   */
  public void row(long itsKey, float[] weights) {
    key = itsKey;
    refused = null;
    for (int i = 0; i < weights.length; i++) {
      if (!Float.isFinite(weights[i])) {
        throw new FailureException(
            FailureKind.VALUE_OUT_OF_RANGE,
            "weight " + i + " of a row is " + weights[i],
            where(),
            "lower trainer.optimizer.learning-rate, or scale the features");
      }
    }
    try {
      function.fold(key, weights, this);
    } catch (Throwable e) { // any exception of the model is reported with the row
      Thrown.requireOfCode(e);
      if (refused == null) {
        throw failed("threw " + Thrown.inWords(e), e);
      }
    }
    if (refused != null) {
      throw failed("contributed " + refused.getMessage(), refused);
    }
  }

  private FailureException failed(String what, Throwable cause) {
    return new FailureException(
        new Failure(
            FailureKind.MODEL_CODE_FAILED,
            named + " " + what,
            where(),
            "mend the model; the stack trace is in the pserver's log"),
        cause);
  }

  private String where() {
    return "table " + table + ", key " + Long.toUnsignedString(key);
  }

  @Override
  public void add(int result, double value, int index) {
    try {
      reducer.add(result, value, key, index);
    } catch (IllegalArgumentException e) {
      refused = e;
      throw e;
    }
  }

  /** The contributions of all rows added, for each reduction. */
  public List<Partial> partials() {
    return reducer.partials();
  }
}
