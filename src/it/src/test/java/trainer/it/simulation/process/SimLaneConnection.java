package trainer.it.simulation.process;

import java.util.HashMap;
import java.util.Map;
import trainer.core.id.Line;
import trainer.pserver.protocol.EncodedSums;
import trainer.pserver.protocol.Gradients;
import trainer.pserver.protocol.Push;
import trainer.pserver.protocol.Refusal;
import trainer.pserver.protocol.RowValues;
import trainer.pserver.protocol.Update;
import trainer.pserver.protocol.WorkerConnection;
import trainer.pserver.replica.WorkerRequests;
import trainer.pserver.store.RowList;
import trainer.testkit.Wire;

/** One worker's connection to one lane of a simulated pserver. */
final class SimLaneConnection implements WorkerConnection {
  private final SimPserver pserver;
  private final int lane;
  private final Wire<LaneMessages.ToLane, LaneMessages.FromLane> wire;
  private final Map<Long, RowList> lists = new HashMap<>();

  SimLaneConnection(
      SimPserver pserver, int lane, Wire<LaneMessages.ToLane, LaneMessages.FromLane> wire) {
    this.pserver = pserver;
    this.lane = lane;
    this.wire = wire;
  }

  private WorkerRequests requests() {
    return pserver.replicas().get(lane).requests();
  }

  void told(LaneMessages.ToLane message) {
    if (pserver.replicas().isEmpty()) {
      wire.breakOff();
    } else if (message instanceof LaneMessages.Keys keys) {
      name(keys);
    } else if (message instanceof LaneMessages.Drop drop) {
      lists.remove(drop.list());
    } else if (message instanceof LaneMessages.Pull pull) {
      if (knows(pull.list(), false, pull.request())) {
        requests()
            .pull(
                this,
                pull.request(),
                pull.line().number(),
                pull.version(),
                lists.get(pull.list()),
                pull.partitions());
      }
    } else if (message instanceof LaneMessages.Shove shove) {
      pserver.step("accumulating");
      if (knows(shove.list(), true, shove.header().number())) {
        shoved(shove, lists.get(shove.list()), EncodedSums.of(shove.sums()));
      }
    }
  }

  /** Now and then there is no room for a list any more. */
  private boolean knows(long list, boolean push, long id) {
    if (pserver.world.schedule().oneIn(50)) {
      lists.remove(list);
    }
    if (!lists.containsKey(list)) {
      Refusal where = requests().refusal(Refusal.Reason.NOT_FOLLOWING);
      wire.sayFromSecond(new LaneMessages.ListUnknown(push, id, where));
    }
    return lists.containsKey(list);
  }

  /** A worker may know of a map before the pserver does; then it has to come again. */
  private void name(LaneMessages.Keys keys) {
    try {
      lists.put(keys.list(), requests().lookUp(keys.keys(), keys.train()));
    } catch (IllegalArgumentException e) {
      pserver.world.note(pserver.host + " closes a connection: " + e.getMessage());
      broken();
      wire.breakOff();
    }
  }

  private void shoved(LaneMessages.Shove shove, RowList list, EncodedSums sums) {
    if (shove.header() instanceof Update update) {
      requests().update(this, update, list, sums);
    } else if (shove.header() instanceof Push push) {
      requests().push(this, push, list, sums);
    }
  }

  void breakOff() {
    wire.breakOff();
  }

  /** The connection is at its end. */
  void broken() {
    if (!pserver.replicas().isEmpty()) {
      requests().forget(this);
    }
  }

  @Override
  public void values(long request, long line, long version, RowValues values) {
    wire.sayFromSecond(new LaneMessages.Values(request, new Line(line), version, values.toArray()));
  }

  @Override
  public void acknowledged(Gradients pushed) {
    if (pushed instanceof Update update) {
      pserver.world.tasks(pserver.job).acknowledged(pserver.index + "/" + lane, update);
    }
    wire.sayFromSecond(new LaneMessages.Ack(pushed));
  }

  @Override
  public void refused(long request, Refusal refusal) {
    wire.sayFromSecond(new LaneMessages.PullRefused(request, refusal));
  }

  @Override
  public void refused(Gradients pushed, Refusal refusal) {
    wire.sayFromSecond(new LaneMessages.PushRefused(pushed, refusal));
  }
}
