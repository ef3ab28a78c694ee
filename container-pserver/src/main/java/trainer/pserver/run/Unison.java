package trainer.pserver.run;

import java.util.BitSet;
import trainer.core.message.FromMember;
import trainer.core.message.Metrics;

/**
 * Makes of the lanes' completes the process's one. A leaf lock: nothing is called while it is held.
 */
final class Unison {
  private final int lanes;
  private final BitSet said = new BitSet();
  private long line;
  private long version;
  private Metrics metrics = Metrics.NONE;

  Unison(int lanes) {
    this.lanes = lanes;
  }

  /** A lane is complete; returns what the process has to say, or null while another is not. */
  synchronized FromMember.Complete complete(
      int lane, long itsLine, long itsVersion, Metrics itsMetrics) {
    if (itsLine < line || (itsLine == line && itsVersion < version)) {
      return null;
    }
    if (itsLine != line || itsVersion != version) {
      line = itsLine;
      version = itsVersion;
      start();
    }
    if (!said.get(lane)) {
      said.set(lane);
      metrics = metrics.plus(itsMetrics);
    }
    if (said.cardinality() < lanes) {
      return null;
    }
    FromMember.Complete complete = new FromMember.Complete(line, version, metrics);
    start();
    return complete;
  }

  private void start() {
    said.clear();
    metrics = Metrics.NONE;
  }
}
