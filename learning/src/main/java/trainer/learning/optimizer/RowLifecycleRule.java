package trainer.learning.optimizer;

/**
 * An optimizer of rows that begin to learn when their key has been touched often enough, and end
 * when it has not been for long: for key spaces without end.
 *
 * <p>A row has one or two floats more, at its end: how many mini-batches have touched it, until
 * they are enough, and the number of the last one. They are state like any other, so whoever
 * undoes, moves or digests rows has done it for them.
 */
final class RowLifecycleRule implements Optimizer {
  private final Optimizer optimizer;
  private final int admission;
  private final int expiry;

  /**
   * @param admission the mini-batch of a row's that is the first to change its weights, from 1
   * @param expiry after how many mini-batches without it a row is over; 0: never
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
  public Step step(long number, long records) {
    return new Touch(optimizer.step(number, records), number);
  }

  @Override
  public Step step(long number, long records, long staleness) {
    return new Touch(optimizer.step(number, records, staleness), number);
  }

  /** Counts, dates, and changes what has been counted often enough. */
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
