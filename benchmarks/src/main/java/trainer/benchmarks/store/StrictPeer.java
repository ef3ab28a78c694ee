package trainer.benchmarks.store;

import trainer.pserver.protocol.Gradients;
import trainer.pserver.protocol.Refusal;
import trainer.pserver.protocol.RowValues;
import trainer.pserver.protocol.WorkerConnection;

/** A peer that accepts answers into one array, and fails on a refusal. */
final class StrictPeer implements WorkerConnection {
  private float[] weights = new float[0];
  private int size;

  /** The number of weights in the last answer that are not 0. */
  int nonzero() {
    int nonzero = 0;
    for (int i = 0; i < size; i++) {
      nonzero += weights[i] != 0f ? 1 : 0;
    }
    return nonzero;
  }

  @Override
  public void values(long request, long line, long version, RowValues values) {
    size = 0;
    if (weights.length < values.size()) {
      weights = new float[values.size()];
    }
    values.writeTo(
        (run, from, count) -> {
          System.arraycopy(run, from, weights, size, count);
          size += count;
        });
  }

  @Override
  public void acknowledged(Gradients pushed) {}

  @Override
  public void refused(long request, Refusal refusal) {
    throw new IllegalStateException("pull refused: " + refusal);
  }

  @Override
  public void refused(Gradients pushed, Refusal refusal) {
    throw new IllegalStateException("push refused: " + refusal);
  }
}
