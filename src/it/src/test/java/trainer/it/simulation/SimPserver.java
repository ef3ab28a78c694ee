package trainer.it.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import trainer.core.aggregate.Partial;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.job.Phase;
import trainer.core.job.Role;
import trainer.core.message.FromMember;
import trainer.core.message.FromPserver;
import trainer.core.message.Metrics;
import trainer.core.message.PartFile;
import trainer.core.message.ToMember;
import trainer.core.message.ToPserver;
import trainer.core.table.PartitionMap;
import trainer.core.table.Partitions;
import trainer.pserver.protocol.Commitment;
import trainer.pserver.protocol.GradientSums;
import trainer.pserver.protocol.Gradients;
import trainer.pserver.protocol.Push;
import trainer.pserver.protocol.Refusal;
import trainer.pserver.protocol.RowValues;
import trainer.pserver.protocol.Update;
import trainer.pserver.protocol.WorkerConnection;
import trainer.pserver.replica.LaneReplicas;
import trainer.pserver.replica.ReplicaSnapshot;
import trainer.pserver.replica.RowCursor;
import trainer.pserver.replica.TableFold;
import trainer.pserver.store.MemoryBudget;
import trainer.pserver.store.RowList;
import trainer.pserver.store.RowUpdate;
import trainer.testkit.Wire;

/** A pserver's process around the real cores of its lanes. */
final class SimPserver extends SimMember {
  private static final long LOOK_MILLIS = 500;

  private final List<LaneReplicas> lanes = new ArrayList<>();
  private final Map<String, Map<Integer, FromPserver.Complete>> complete = new TreeMap<>();
  private final List<Connection> connections = new ArrayList<>();
  private final List<ToMember> held = new ArrayList<>();
  private ToMember.NewLine loading;
  private String cutting;
  private FromMember cutAnswer;
  private long newestLine;
  private final SimLearner learner = new SimLearner(this);
  private final MemoryBudget room = new SimRoom();
  private boolean full;
  private String step = "starting";

  SimPserver(Simulation world, SimJob job, int index, String containerId) {
    super(world, job, Role.PSERVER, index, containerId);
  }

  @Override
  String step() {
    return step;
  }

  @Override
  int port() {
    return 4000 + index;
  }

  @Override
  int lanes() {
    return world.scenario().lanes();
  }

  @Override
  long recordsComputed() {
    return 0;
  }

  @Override
  void told(ToMember message) {
    boolean voids = message instanceof ToMember.NewLine newLine && newestLine < newLine.lastBack();
    if (loading != null && message instanceof ToPserver.Seal seal) {
      say(new FromPserver.Sealed(seal.term(), 0, 0, false));
    } else if (loading != null && !voids) {
      held.add(message);
    } else {
      take(message);
    }
  }

  private void take(ToMember message) {
    if (message instanceof ToMember.NewLine newLine) {
      newLine(newLine);
    } else if (message instanceof ToPserver.WriteCheckpoint cut) {
      cut(cut);
    } else if (message instanceof ToPserver.Commit commit) {
      commit(commit);
    } else if (message instanceof ToPserver.UpdateRows update) {
      update(update);
    } else if (message instanceof ToPserver.FoldRows fold) {
      fold(fold);
    } else if (message instanceof ToPserver.CloseVersion close) {
      step = "closing";
      lanes.forEach(lane -> lane.close(close.line(), close.version()));
    } else if (message instanceof ToPserver.Build build) {
      step = "learning";
      if (build.map().pservers().stream().noneMatch(one -> one.incarnation() == incarnation())) {
        forget();
      }
      begin();
      learner.begin(build);
    } else if (message instanceof ToPserver.CloseBuild close) {
      step = "learning the rest";
      newestLine = Math.max(newestLine, close.line());
      learner.close(close);
    } else if (message instanceof ToPserver.Seal seal) {
      seal(seal);
    } else if (message instanceof ToPserver.WriteParts write) {
      write(write);
    }
  }

  private void newLine(ToMember.NewLine message) {
    if (newestLine < message.lastBack()) {
      forget();
      newestLine = Math.max(newestLine, message.line());
      List<LaneReplicas> fresh = new ArrayList<>();
      for (int lane = 0; lane < lanes(); lane++) {
        fresh.add(makeLane(lane, held(lane, message.map())));
      }
      if (!message.checkpoint().isEmpty()) {
        step = "loading";
        loading = message;
        host.afterMillis(10L + world.schedule().below(500), () -> load(message, fresh));
        return;
      }
      lanes.addAll(fresh);
    }
    newestLine = Math.max(newestLine, message.line());
    begin();
    learner.cancel();
    boolean following = true;
    long committed = Long.MAX_VALUE;
    for (int lane = 0; lane < lanes(); lane++) {
      FromPserver.LineAccepted lined = lanes.get(lane).newLine(message, held(lane, message.map()));
      if (lined == null) {
        return;
      }
      following &= lined.following();
      committed = Math.min(committed, lined.committed());
    }
    step = "lined";
    say(new FromPserver.LineAccepted(message.line(), committed, following));
  }

  /** What it holds is void. */
  private void forget() {
    lanes.clear();
    connections.forEach(connection -> connection.wire.breakOff());
    connections.clear();
    learner.cancel();
    held.clear();
    cutting = null;
    loading = null;
  }

  private void load(ToMember.NewLine message, List<LaneReplicas> fresh) {
    if (!message.equals(loading)) {
      return; // the job has gone back once more
    }
    if (full) {
      host.afterMillis(LOOK_MILLIS, () -> load(message, fresh)); // it waits for room
      return;
    }
    loading = null;
    List<ToMember> meanwhile = List.copyOf(held);
    held.clear();
    world.chaos().hit(job.isAsync() ? "TASKS_LOADED" : "CHECKPOINT_LOADED", step);
    if (world.checkpoints(job.id()).load(message.checkpoint(), message.base(), fresh)) {
      lanes.addAll(fresh);
      newLine(message);
      meanwhile.forEach(this::take);
    } else {
      newestLine = 0;
      say(
          new FromPserver.NotLoaded(
              message.line(), new Failure(FailureKind.MODEL_CORRUPT, "a bit is flipped", "", "")));
    }
  }

  private void cut(ToPserver.WriteCheckpoint message) {
    if (message.folder().equals(cutting)) {
      if (!(cutAnswer instanceof FromPserver.CheckpointFailed)) {
        say(new FromPserver.CheckpointBegun(cutting));
      }
      if (cutAnswer != null) {
        say(cutAnswer); // it may be lost with a stream
      }
      return;
    }
    cutting = message.folder();
    cutAnswer = null;
    if (!lanes.stream().allMatch(lane -> lane.isAt(message.line(), message.version()))) {
      String what = "version " + message.version() + " is not there";
      Violation.unless(hasComeAgain(), Invariant.ManifestIsOneVersion, job.id() + ": " + what);
      Failure late = new Failure(FailureKind.MODEL_NOT_FOUND, what, "", "");
      cutAnswer = new FromPserver.CheckpointFailed(message.folder(), late);
      say(cutAnswer);
      return;
    }
    List<ReplicaSnapshot> cuts = new ArrayList<>();
    for (LaneReplicas lane : lanes) {
      int number = cuts.size();
      List<Integer> own = message.partitions().stream().filter(p -> p % lanes() == number).toList();
      cuts.add(lane.committed().snapshot(own));
      own.forEach(
          partition ->
              world
                  .checkpoints(job.id())
                  .begun(message.folder(), partition, lane.committed().digest(partition)));
      world.tasks(job).cut(message.folder(), index + "/" + number);
    }
    say(new FromPserver.CheckpointBegun(message.folder()));
    copySome(message, cuts, new ArrayList<>());
  }

  private void copySome(
      ToPserver.WriteCheckpoint message, List<ReplicaSnapshot> cuts, List<PartFile> parts) {
    if (!message.folder().equals(cutting)) {
      return;
    }
    step = "cutting";
    for (int i = 0; i < 10; i++) {
      ReplicaSnapshot.Part part = cuts.get(world.schedule().below(cuts.size())).copySome(1);
      if (part != null) {
        parts.add(world.checkpoints(job.id()).write(message.folder(), part));
      }
    }
    if (cuts.stream().allMatch(ReplicaSnapshot::isOver)) {
      long updates = cuts.stream().mapToLong(ReplicaSnapshot::updates).max().getAsLong();
      cutAnswer = new FromPserver.CheckpointWritten(message.folder(), updates, List.of(), parts);
      say(cutAnswer);
    } else {
      host.afterMillis(1L + world.schedule().below(10), () -> copySome(message, cuts, parts));
    }
  }

  /** There is no room for more rows for a while; what needs some waits, and the master hears. */
  void fill(long millis) {
    if (!full) {
      full = true;
      host.afterMillis(millis, () -> full = false);
      host.afterMillis(LOOK_MILLIS, () -> lookForRoom(0));
    }
  }

  void learnNothing() {
    lanes.forEach(lane -> lane.learners().discard());
  }

  private void lookForRoom(long waited) {
    boolean cramped = lanes.stream().anyMatch(lane -> lane.requests().isWaitingForRoom());
    if (cramped) {
      world.chaos().hit("WAITS_FOR_ROOM", step);
      if (waited % FromPserver.OutOfRoom.AGAIN.toMillis() == 0) {
        say(new FromPserver.OutOfRoom(new Failure(FailureKind.OUT_OF_MEMORY, "no room", "", "")));
      }
    }
    lanes.forEach(lane -> lane.requests().retry());
    if (cramped || full) {
      host.afterMillis(LOOK_MILLIS, () -> lookForRoom(cramped ? waited + LOOK_MILLIS : 0));
    }
  }

  /** Endless, but while it is full. */
  private final class SimRoom implements MemoryBudget {
    @Override
    public boolean has(long bytes) {
      return !full || bytes == 0;
    }

    @Override
    public boolean finds(long bytes) {
      return has(bytes);
    }

    @Override
    public void take(long bytes) {
      // it is full when the world says so
    }

    @Override
    public boolean hasForNow(long bytes) {
      return true;
    }
  }

  private void begin() {
    for (int lane = lanes.size(); lane < lanes(); lane++) {
      lanes.add(makeLane(lane, new int[0]));
    }
  }

  private LaneReplicas makeLane(int lane, int[] partitions) {
    return new LaneReplicas(
        FakeModel.tables(),
        partitions,
        world.scenario().exposure(),
        job.replicas() > 1,
        room,
        (line, version, metrics, digests) ->
            laneComplete(lane, new FromPserver.Complete(line, version, metrics, digests)));
  }

  /** What a map says that a lane holds. */
  int[] held(int lane, PartitionMap map) {
    return IntStream.range(0, map.partitions())
        .filter(partition -> partition % lanes() == lane)
        .filter(
            partition ->
                map.copies().get(partition).stream()
                    .anyMatch(at -> map.pservers().get(at).incarnation() == incarnation()))
        .toArray();
  }

  /** The lane that has a partition, null before there are any. */
  LaneReplicas lane(int partition) {
    return lanes.isEmpty() ? null : lanes.get(partition % lanes());
  }

  private void laneComplete(int lane, FromPserver.Complete message) {
    Map<Integer, FromPserver.Complete> said =
        complete.computeIfAbsent(message.line() + "/" + message.version(), key -> new HashMap<>());
    said.put(lane, message);
    if (said.size() == lanes()) {
      step = "complete";
      Metrics sum = Metrics.NONE;
      Map<Integer, Long> digests = new HashMap<>();
      for (FromPserver.Complete one : said.values()) {
        sum = sum.plus(one.metrics());
        digests.putAll(one.digests());
      }
      world.masters().checks().holds(job.id(), incarnation(), message);
      say(new FromPserver.Complete(message.line(), message.version(), sum, digests));
    } else {
      step = "part complete";
    }
  }

  private void commit(ToPserver.Commit message) {
    for (LaneReplicas lane : lanes) {
      Commitment commitment = lane.commit(message.line(), message.version());
      Violation.unless(
          commitment != Commitment.NOT_COMPLETE,
          Invariant.InSyncCanFollow,
          job.id() + ": told to commit " + message.version() + " that a lane cannot show");
      if (commitment == Commitment.DONE) {
        step = "committed";
        for (int partition = 0; partition < Partitions.COUNT; partition++) {
          if (lane.holds(partition) && message.line() >= world.tasks(job).lastBack()) {
            world
                .oracle(job)
                .committed(message.version(), partition, lane.committed().digest(partition));
          }
        }
      }
    }
  }

  private void update(ToPserver.UpdateRows message) {
    step = "updating rows";
    RowUpdate update =
        FakeModel.update((Phase.RowUpdate) job.phases().get(message.phase()), message.before());
    lanes.forEach(lane -> lane.update(message.line(), message.version(), update));
  }

  /** It takes a while, so that whatever may happen meanwhile does. */
  private void fold(ToPserver.FoldRows message) {
    step = "folding";
    host.afterMillis(20, () -> folded(message));
  }

  private void folded(ToPserver.FoldRows message) {
    TableFold fold = FakeModel.fold(job.spec().model(), message);
    Map<Integer, List<Partial>> partials = new HashMap<>();
    for (LaneReplicas lane : lanes) {
      Optional<Map<Integer, List<Partial>>> ofLane =
          lane.committed().fold(message.line(), message.version(), fold);
      if (ofLane.isEmpty()) {
        return;
      }
      partials.putAll(ofLane.get());
    }
    step = "folded";
    say(new FromPserver.Folded(message.line(), message.version(), message.fold(), partials));
  }

  private void seal(ToPserver.Seal message) {
    if (lanes.isEmpty()) {
      say(new FromPserver.Sealed(message.term(), 0, 0, false));
      return;
    }
    List<FromPserver.Sealed> answers = new ArrayList<>();
    lanes.forEach(lane -> answers.add(lane.seal(message.term(), message.since())));
    FromPserver.Sealed first = answers.get(0);
    long committed = answers.stream().mapToLong(FromPserver.Sealed::committed).min().getAsLong();
    say(
        new FromPserver.Sealed(
            first.term(),
            first.line(),
            committed,
            answers.stream().allMatch(one -> one.complete() || one.committed() > committed),
            first.metricsFrom(),
            first.metrics()));
    lanes.forEach(LaneReplicas::repeatComplete);
  }

  private void write(ToPserver.WriteParts message) {
    step = "writing";
    host.afterMillis(
        50,
        () -> {
          List<PartFile> parts = new ArrayList<>();
          for (int partition : message.partitions()) {
            parts.add(part(message, partition));
          }
          say(new FromPserver.PartsWritten(message.version(), message.folder(), parts));
        });
  }

  private PartFile part(ToPserver.WriteParts message, int partition) {
    LaneReplicas lane = lanes.get(partition % lanes());
    Violation.unless(
        lane.isAt(message.line(), message.version()),
        Invariant.TwoVersionsOpen,
        job.id() + ": asked to export version " + message.version() + ", which is not committed");
    long rows = 0;
    for (int table = 0; table < FakeModel.TABLES.size(); table++) {
      RowCursor cursor = lane.committed().rows(table, partition);
      while (cursor.next()) {
        rows++;
      }
    }
    String digest = Long.toHexString(lane.committed().digest(partition));
    return new PartFile(partition, "part-" + partition, rows, rows, digest);
  }

  /** A worker connects to one lane. */
  void connect(int lane, Wire<LaneMessages.ToLane, LaneMessages.FromLane> wire) {
    Connection connection = new Connection(lane, wire);
    connections.add(connection);
    wire.onSecond(connection::told, connection::broken);
  }

  /** One worker's connection to one lane. */
  private final class Connection implements WorkerConnection {
    private final int lane;
    private final Wire<LaneMessages.ToLane, LaneMessages.FromLane> wire;
    private final Map<Long, RowList> lists = new HashMap<>();

    Connection(int lane, Wire<LaneMessages.ToLane, LaneMessages.FromLane> wire) {
      this.lane = lane;
      this.wire = wire;
    }

    private LaneReplicas copies() {
      return lanes.get(lane);
    }

    void told(LaneMessages.ToLane message) {
      if (lanes.isEmpty()) {
        wire.breakOff();
      } else if (message instanceof LaneMessages.Keys keys) {
        name(keys);
      } else if (message instanceof LaneMessages.Drop drop) {
        lists.remove(drop.list());
      } else if (message instanceof LaneMessages.Pull pull) {
        if (knows(pull.list(), false, pull.request())) {
          copies()
              .requests()
              .pull(
                  this,
                  pull.request(),
                  pull.line(),
                  pull.version(),
                  lists.get(pull.list()),
                  pull.partitions());
        }
      } else if (message instanceof LaneMessages.Shove shove) {
        step = "accumulating";
        if (knows(shove.list(), true, shove.header().number())) {
          shoved(shove, lists.get(shove.list()), GradientSums.of(shove.sums()));
        }
      }
    }

    /** Now and then there is no room for a list any more. */
    private boolean knows(long list, boolean push, long id) {
      if (world.schedule().oneIn(50)) {
        lists.remove(list);
      }
      if (!lists.containsKey(list)) {
        Refusal where = copies().requests().refusal(Refusal.Reason.NOT_FOLLOWING);
        wire.sayFromSecond(new LaneMessages.ListUnknown(push, id, where));
      }
      return lists.containsKey(list);
    }

    /** A worker may know of a map before the pserver does; then it has to come again. */
    private void name(LaneMessages.Keys keys) {
      try {
        lists.put(keys.list(), copies().requests().lookUp(keys.keys(), keys.train()));
      } catch (IllegalArgumentException e) {
        world.note(host + " closes a connection: " + e.getMessage());
        broken();
        wire.breakOff();
      }
    }

    private void shoved(LaneMessages.Shove shove, RowList list, GradientSums sums) {
      if (shove.header() instanceof Update update) {
        copies().requests().update(this, update, list, sums);
      } else if (shove.header() instanceof Push push) {
        copies().requests().push(this, push, list, sums);
      }
    }

    void broken() {
      if (!lanes.isEmpty()) {
        copies().requests().forget(this);
      }
    }

    @Override
    public void values(long request, long line, long version, RowValues values) {
      wire.sayFromSecond(new LaneMessages.Values(request, line, version, values.toArray()));
    }

    @Override
    public void acknowledged(Gradients pushed) {
      if (pushed instanceof Update update) {
        world.tasks(job).acknowledged(index + "/" + lane, update);
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
}
