package trainer.pserver.lane;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import trainer.core.id.Line;
import trainer.core.id.Version;
import trainer.core.message.FromPserver;
import trainer.core.message.Metrics;

/**
 * A barrier that combines the complete reports of all lanes into one of the process. A leaf lock:
 * it calls nothing while it is held.
 */
public final class LaneBarrier {
  private final int lanes;
  private final BitSet reported = new BitSet();
  private long line;
  private long version;
  private Metrics metrics = Metrics.NONE;
  private final Map<Integer, Long> digests = new HashMap<>();

  public LaneBarrier(int lanes) {
    this.lanes = lanes;
  }

  /**
   * Adds a lane's report.
   *
   * @return the report of the process, or null while a lane is missing
   */
  public synchronized FromPserver.Complete complete(int lane, FromPserver.Complete message) {
    if (message.line().number() < line
        || (message.line().number() == line && message.version().number() < version)) {
      return null;
    }
    if (message.line().number() != line || message.version().number() != version) {
      line = message.line().number();
      version = message.version().number();
      start();
    }
    if (!reported.get(lane)) {
      reported.set(lane);
      metrics = metrics.plus(message.metrics());
      digests.putAll(message.digests());
    }
    if (reported.cardinality() < lanes) {
      return null;
    }
    FromPserver.Complete complete =
        new FromPserver.Complete(new Line(line), new Version(version), metrics, digests);
    start();
    return complete;
  }

  private void start() {
    reported.clear();
    metrics = Metrics.NONE;
    digests.clear();
  }
}
