package trainer.learning.optimizer;

/** Adds the sum of a row's gradients to the row: w ← w + Σg. For tables of counts. */
final class Summation implements Optimizer {
  private static final Step ADDING =
      (cells, offset, width, gradient) -> {
        for (int i = 0; i < width; i++) {
          cells[offset + i] += gradient[i];
        }
      };

  @Override
  public int state(int width) {
    return 0;
  }

  @Override
  public void init(float[] cells, int offset, int width) {}

  @Override
  public Step step(long number, double weight) {
    return ADDING;
  }
}
