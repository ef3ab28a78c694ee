package trainer.pserver.replica;

import trainer.pserver.protocol.Gradients;
import trainer.pserver.protocol.Refusal;
import trainer.pserver.protocol.RowValues;
import trainer.pserver.protocol.WorkerConnection;

/** Remembers the last answer of each kind. */
final class RecordingConnection implements WorkerConnection {
  float[] values;
  long version = -1;
  int acks;
  Refusal refusal;

  @Override
  public void values(long request, long line, long ofVersion, RowValues rows) {
    values = rows.toArray();
    version = ofVersion;
  }

  @Override
  public void acknowledged(Gradients pushed) {
    acks++;
  }

  @Override
  public void refused(long request, Refusal why) {
    refusal = why;
  }

  @Override
  public void refused(Gradients pushed, Refusal why) {
    refusal = why;
  }

  boolean isWaiting() {
    return values == null && acks == 0 && refusal == null;
  }

  Refusal.Reason reason() {
    return refusal == null ? null : refusal.reason();
  }

  @Override
  public String toString() {
    return "values of " + version + ", " + acks + " acks, " + refusal;
  }
}
