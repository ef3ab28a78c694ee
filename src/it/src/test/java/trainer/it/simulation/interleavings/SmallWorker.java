package trainer.it.simulation.interleavings;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import trainer.core.id.Incarnation;
import trainer.core.input.FileBlocks;
import trainer.core.message.FromMember;
import trainer.core.message.ToRole;
import trainer.core.table.KeyList;
import trainer.it.simulation.checks.Oracle;
import trainer.it.simulation.process.LaneMessages;
import trainer.it.simulation.scenario.FakeModel;
import trainer.worker.api.WorkerAction;
import trainer.worker.api.WorkerEvent;
import trainer.worker.routing.KeyListLayout;
import trainer.worker.routing.LaneId;
import trainer.worker.routing.LaneValues;
import trainer.worker.work.Worker;

/**
 * A worker of a {@link SmallCluster}: the real core. Preparing and computing take no time, and what
 * it is told it hears at once; that it is slow shows in how late its own messages arrive.
 */
final class SmallWorker implements WorkerAction.Handler {
  /** Where its messages go. */
  interface Surroundings {
    void connect(LaneId lane);

    void send(LaneId lane, LaneMessages.ToLane message);

    void say(FromMember message);
  }

  private record Prepared(List<FileBlocks> blocks, KeyList keys) {}

  private final Worker core = new Worker();
  private final Oracle oracle;
  private final Surroundings surroundings;
  private final Map<Long, Prepared> works = new HashMap<>();
  private final Map<Long, Long> versions = new HashMap<>();
  private final Queue<WorkerEvent> next = new ArrayDeque<>();
  private boolean busy;
  private boolean dead;

  SmallWorker(Oracle oracle, Surroundings surroundings) {
    this.oracle = oracle;
    this.surroundings = surroundings;
  }

  boolean isDead() {
    return dead;
  }

  void die() {
    dead = true;
  }

  void told(ToRole message) {
    step(new WorkerEvent.MasterMessage(message));
  }

  void tick() {
    step(new WorkerEvent.Tick());
  }

  /** A pserver answers. */
  void heard(LaneId lane, LaneMessages.FromLane message) {
    step(message.event(lane));
  }

  private void step(WorkerEvent event) {
    next.add(event);
    if (busy) {
      return;
    }
    busy = true;
    while (!next.isEmpty() && !dead) {
      core.step(next.poll(), 0).forEach(action -> action.to(this));
    }
    busy = false;
  }

  @Override
  public void on(WorkerAction.Prepare action) {
    Prepared work = new Prepared(action.blocks(), FakeModel.keys(action.blocks()));
    works.put(action.work(), work);
    next.add(new WorkerEvent.Prepared(action.work(), work.keys()));
  }

  @Override
  public void on(WorkerAction.Compute action) {
    Prepared work = works.get(action.work());
    KeyListLayout layout = FakeModel.layout(work.keys());
    float[] weights = new float[layout.size()];
    for (LaneValues lane : action.values()) {
      layout.scatter(lane, weights);
    }
    oracle.computedOn(versions.get(action.work()), Arrays.toString(work.keys().keys()), weights);
    next.add(
        new WorkerEvent.Computed(
            action.work(),
            FakeModel.metrics(work.blocks()),
            FakeModel.gradients(work.blocks(), work.keys(), weights)));
  }

  @Override
  public void on(WorkerAction.Score action) {
    throw new IllegalStateException("nothing is held out: " + action);
  }

  @Override
  public void on(WorkerAction.Measure action) {
    throw new IllegalStateException("there is no table: " + action);
  }

  @Override
  public void on(WorkerAction.Standardise action) {
    throw new IllegalStateException("there is no table: " + action);
  }

  @Override
  public void on(WorkerAction.Stop action) {
    // It was computed at once.
  }

  @Override
  public void on(WorkerAction.Forget action) {
    works.remove(action.work());
  }

  @Override
  public void on(WorkerAction.Connect action) {
    surroundings.connect(action.lane());
    next.add(new WorkerEvent.Connected(action.lane()));
  }

  @Override
  public void on(WorkerAction.Disconnect action) {
    throw new IllegalStateException("the map does not change: " + action);
  }

  @Override
  public void on(WorkerAction.SendKeys action) {
    surroundings.send(action.lane(), LaneMessages.Keys.of(action));
  }

  @Override
  public void on(WorkerAction.SendDrop action) {
    surroundings.send(action.lane(), new LaneMessages.Drop(action.list()));
  }

  @Override
  public void on(WorkerAction.SendPull action) {
    versions.put(action.work(), action.version());
    surroundings.send(action.lane(), LaneMessages.Pull.of(action));
  }

  @Override
  public void on(WorkerAction.SendPush action) {
    surroundings.send(
        action.lane(),
        LaneMessages.Shove.of(action, works.get(action.work()).keys(), Incarnation.NONE));
  }

  @Override
  public void on(WorkerAction.SendToMaster action) {
    surroundings.say(action.message());
  }

  @Override
  public void on(WorkerAction.Log action) {
    // Changes nothing.
  }

  @Override
  public void on(WorkerAction.Leave action) {
    dead = true;
  }
}
