package trainer.onnx;

import java.util.List;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.onnx.tensor.ElementType;
import trainer.onnx.tensor.TensorBuffer;
import trainer.onnx.tensor.TensorSpec;

/** The number of records that a model computes together. */
final class BatchSize {
  /**
   * Records of columns together: a record takes less time than a run. One of texts or images takes
   * longer, and padding or copies that fill a batch would cost more than runs.
   */
  private static final int OF_COLUMNS = 64;

  private BatchSize() {}

  /**
   * The number that the model fixes, or {@code trainer.score.batch}, or the usual one.
   *
   * @throws FailureException CONFIG_CONFLICT when they differ
   */
  static int of(List<TensorSpec> inputs, List<InputUse> uses, Settings settings, String location) {
    boolean areColumns = uses.stream().allMatch(use -> use instanceof ColumnInput);
    boolean isGiven = settings.get(Keys.SCORE_BATCH) > 0;
    int batch = isGiven ? settings.get(Keys.SCORE_BATCH) : areColumns ? OF_COLUMNS : 1;
    for (TensorSpec input : inputs) {
      if (input.rank() > 0 && !input.isOpen(0) && input.dimension(0) != batch) {
        if (isGiven || input.dimension(0) < 1 || input.dimension(0) > 1 << 16) {
          throw new FailureException(
              FailureKind.CONFIG_CONFLICT,
              "input '"
                  + input.name()
                  + "', "
                  + input.form()
                  + ", takes "
                  + input.dimension(0)
                  + " records, not "
                  + batch,
              location + ", " + Keys.SCORE_BATCH,
              "give "
                  + Keys.SCORE_BATCH
                  + "="
                  + input.dimension(0)
                  + ", or export the model with an open number of records");
        }
        batch = (int) input.dimension(0);
        isGiven = true;
      }
    }
    return batch;
  }

  /**
   * Refuses a batch that is too large for a tensor.
   *
   * @throws FailureException CONFIG_INVALID
   */
  static void requireRoom(List<InputUse> uses, int batch, String location) {
    for (InputUse use : uses) {
      if (!TensorBuffer.fits(ElementType.INT64, Math.multiplyExact(use.elements(), batch))) {
        throw new FailureException(
            FailureKind.CONFIG_INVALID,
            batch + " records of " + use.elements() + " values are more than a tensor has",
            location + ", " + Keys.SCORE_BATCH,
            "give a smaller " + Keys.SCORE_BATCH);
      }
    }
  }
}
