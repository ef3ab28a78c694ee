package trainer.pserver.server;

import java.util.List;
import java.util.Map;
import trainer.core.message.StoredRows;
import trainer.core.message.TimeSpent;
import trainer.pserver.lane.Lane;
import trainer.pserver.lane.LaneAnswers;
import trainer.pserver.replica.LaneReplicas;

/**
 * The rows and the work of the lanes, for the pserver's heartbeats. A heartbeat does not wait for
 * the lanes: it has their answers to the heartbeat before.
 */
final class LaneLoads {
  /** The rows of a pserver, and the time of its busiest lane. */
  record Load(StoredRows stored, TimeSpent spent) {
    static final Load NOTHING = new Load(StoredRows.NOTHING, TimeSpent.NOTHING);

    private static Load of(LaneReplicas replicas) {
      return replicas == null ? NOTHING : new Load(replicas.stored(), replicas.spent());
    }

    private Load with(Load other) {
      long nanos = Math.max(nanos(spent), nanos(other.spent));
      return new Load(
          stored.plus(other.stored),
          new TimeSpent(
              Math.max(spent.finished(), other.spent.finished()),
              Map.of(TimeSpent.Phase.APPLY, nanos)));
    }

    private static long nanos(TimeSpent spent) {
      return spent.in(TimeSpent.Phase.APPLY);
    }
  }

  private final List<Lane> lanes;
  private volatile Load newest = Load.NOTHING;
  private volatile boolean isAsked;

  LaneLoads(List<Lane> lanes) {
    this.lanes = lanes;
  }

  /** The newest answer; asks for the next one. */
  Load next() {
    if (!isAsked) {
      isAsked = true;
      LaneAnswers<Load> answers = new LaneAnswers<>(lanes.size(), this::onAnswers);
      lanes.forEach(lane -> lane.inspect(replicas -> answers.add(Load.of(replicas))));
    }
    return newest;
  }

  private void onAnswers(List<Load> ofLanes) {
    newest = ofLanes.stream().reduce(Load.NOTHING, Load::with);
    isAsked = false;
  }
}
