package trainer.learning.optimizer;

/** Adds the sum of a row's gradients to the row as it is: w ← w + Σg. For tables that count. */
final class Summation implements Optimizer {
  @Override
  public int stateWidth() {
    return 0;
  }

  @Override
  public void init(float[] cells, int offset, int width) {}

  @Override
  public void apply(
      float[] cells,
      int offset,
      int width,
      float[] gradients,
      int gradientOffset,
      long records,
      long version) {
    for (int i = 0; i < width; i++) {
      cells[offset + i] += gradients[gradientOffset + i];
    }
  }
}
