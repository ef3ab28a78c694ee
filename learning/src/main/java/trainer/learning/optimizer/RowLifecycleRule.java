package trainer.learning.optimizer;

/**
 * An optimizer with admission and expiry of rows, for unbounded key spaces. A row starts to learn
 * when its key has been touched often enough, and ends when it has not been touched for long.
 *
 * <p>A row has one or two more floats at its end: the count of mini-batches that touched it, up to
 * admission, and the number of the last one. They are state like any other, so undoing, moving and
 * digesting rows cover them.
 */
final class RowLifecycleRule implements Optimizer {
  private final Optimizer optimizer;
  private final int admission;
  private final int expiry;

  /**
   * @param admission the first of a row's mini-batches, counted from 1, that changes its weights
   * @param expiry the number of mini-batches without a touch after which a row expires; 0: never
   */
  RowLifecycleRule(Optimizer optimizer, int admission, int expiry) {
    this.optimizer = optimizer;
    this.admission = admission;
    this.expiry = expiry;
  }

  @Override
  public int state(int width) {
    return optimizer.state(width) + counts() + (expiry > 0 ? 1 : 0);
  }

  private int counts() {
    return admission > 1 ? 1 : 0;
  }

  @Override
  public boolean keepsWeights() {
    return optimizer.keepsWeights();
  }

  @Override
  public int columns(int width) {
    return optimizer.columns(width);
  }

  @Override
  public void readWeights(float[] cells, int offset, int width, float[] target, int at) {
    optimizer.readWeights(cells, offset, width, target, at);
  }

  @Override
  public void readWeights(float[][] columns, int count, float[] target) {
    optimizer.readWeights(columns, count, target);
  }

  @Override
  public void init(float[] cells, int offset, int width) {
    optimizer.init(cells, offset, width);
    int end = offset + stride(width);
    for (int i = offset + optimizer.stride(width); i < end; i++) {
      cells[i] = 0f;
    }
  }

  @Override
  public int expiry() {
    return expiry;
  }

  @Override
  public boolean isOver(long number, float[] cells, int offset, int width) {
    float last = cells[offset + optimizer.stride(width) + counts()];
    return last > 0 && number - (double) last > expiry;
  }

  @Override
  public Step step(long number, double weight) {
    return new Touch(optimizer.step(number, weight), number);
  }

  @Override
  public Step step(long number, double weight, long staleness) {
    return new Touch(optimizer.step(number, weight, staleness), number);
  }

  /** A step that counts and dates touches, and changes a row once it is admitted. */
  private final class Touch implements Step {
    private final Step step;
    private final float number;

    Touch(Step step, long number) {
      this.step = step;
      this.number = number;
    }

    @Override
    public void apply(float[] cells, int offset, int width, float[] gradient) {
      int own = offset + optimizer.stride(width);
      if (expiry > 0) {
        cells[own + counts()] = number;
      }
      if (admission > 1 && cells[own] < admission) {
        cells[own]++;
        if (cells[own] < admission) {
          return;
        }
      }
      step.apply(cells, offset, width, gradient);
    }
  }
}
