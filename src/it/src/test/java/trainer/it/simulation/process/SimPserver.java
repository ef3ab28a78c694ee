package trainer.it.simulation.process;

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
import trainer.core.id.Line;
import trainer.core.id.Version;
import trainer.core.job.Phase;
import trainer.core.job.Role;
import trainer.core.message.FromPserver;
import trainer.core.message.Metrics;
import trainer.core.message.PartFile;
import trainer.core.message.ToMember;
import trainer.core.message.ToPserver;
import trainer.core.message.ToRole;
import trainer.core.table.PartitionMap;
import trainer.core.table.Partitions;
import trainer.it.simulation.invariant.Invariant;
import trainer.it.simulation.invariant.Violation;
import trainer.it.simulation.scenario.FakeModel;
import trainer.it.simulation.scenario.SimJob;
import trainer.pserver.protocol.Commitment;
import trainer.pserver.replica.LaneReplicas;
import trainer.pserver.replica.RowCursor;
import trainer.pserver.replica.TableFold;
import trainer.pserver.store.RowUpdate;
import trainer.testkit.Wire;

/** A pserver's process around the real cores of its lanes. */
public final class SimPserver extends SimMember {
  private final List<LaneReplicas> lanes = new ArrayList<>();
  private final Map<String, Map<Integer, FromPserver.Complete>> complete = new TreeMap<>();
  private final List<SimLaneConnection> connections = new ArrayList<>();
  private final List<ToMember> held = new ArrayList<>();
  private final SimLearner learner = new SimLearner(this);
  private final SimCut cut = new SimCut(this);
  private final ScarceMemory memory = new ScarceMemory(this);
  private ToMember.NewLine loading;

  /** The exports that it has begun; none once its rows are void. */
  private final List<ToPserver.WriteParts> writing = new ArrayList<>();

  private long newestLine;
  private String step = "starting";

  SimPserver(World world, SimJob job, int index, String containerId) {
    super(world, job, Role.PSERVER, index, containerId);
  }

  @Override
  public String step() {
    return step;
  }

  /** It is at another step of the protocol. */
  void step(String next) {
    step = next;
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
  void told(ToRole message) {
    boolean voids =
        message instanceof ToMember.NewLine newLine && newestLine < newLine.lastBack().number();
    if (loading != null && message instanceof ToPserver.Seal seal) {
      say(new FromPserver.Sealed(seal.term(), Line.NONE, Version.INITIAL, false));
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
      this.cut.begin(cut);
    } else if (message instanceof ToPserver.Commit commit) {
      commit(commit);
    } else if (message instanceof ToPserver.UpdateRows update) {
      update(update);
    } else if (message instanceof ToPserver.FoldRows fold) {
      fold(fold);
    } else if (message instanceof ToPserver.CloseVersion close) {
      step = "closing";
      lanes.forEach(lane -> lane.close(close.line().number(), close.version().number()));
    } else if (message instanceof ToPserver.Build build) {
      step = "learning";
      if (build.map().pservers().stream()
          .noneMatch(one -> one.incarnation().equals(incarnation()))) {
        forget();
      }
      begin();
      learner.begin(build);
    } else if (message instanceof ToPserver.CloseBuild close) {
      step = "learning the rest";
      newestLine = Math.max(newestLine, close.line().number());
      learner.close(close);
    } else if (message instanceof ToPserver.Seal seal) {
      seal(seal);
    } else if (message instanceof ToPserver.WriteParts write) {
      write(write);
    }
  }

  private void newLine(ToMember.NewLine message) {
    if (newestLine < message.lastBack().number()) {
      forget();
      newestLine = Math.max(newestLine, message.line().number());
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
    newestLine = Math.max(newestLine, message.line().number());
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
      committed = Math.min(committed, lined.committed().number());
    }
    step = "lined";
    say(new FromPserver.LineAccepted(message.line(), new Version(committed), following));
  }

  /** What it holds is void. */
  private void forget() {
    lanes.clear();
    connections.forEach(SimLaneConnection::breakOff);
    connections.clear();
    learner.cancel();
    held.clear();
    cut.cancel();
    loading = null;
    writing.clear();
  }

  private void load(ToMember.NewLine message, List<LaneReplicas> fresh) {
    if (!message.equals(loading)) {
      return; // the job has gone back once more
    }
    if (memory.isFull()) {
      host.afterMillis(ScarceMemory.LOOK_MILLIS, () -> load(message, fresh)); // it waits for room
      return;
    }
    loading = null;
    List<ToMember> meanwhile = List.copyOf(held);
    held.clear();
    world.chaos().hit(job.isAsync() ? "TASKS_LOADED" : "CHECKPOINT_LOADED", step);
    if (world.checkpoints(job.id()).load(message.checkpoint(), message.base().number(), fresh)) {
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
        job.members().replicas() > 1,
        memory,
        (line, version, metrics, digests) ->
            laneComplete(
                lane,
                new FromPserver.Complete(new Line(line), new Version(version), metrics, digests)),
        () -> 0);
  }

  /** What a map says that a lane holds. */
  int[] held(int lane, PartitionMap map) {
    return IntStream.range(0, map.partitions())
        .filter(partition -> partition % lanes() == lane)
        .filter(
            partition ->
                map.copies().get(partition).stream()
                    .anyMatch(at -> map.pservers().get(at).incarnation().equals(incarnation())))
        .toArray();
  }

  /** Its lanes in order; none before it has a line or a build. */
  List<LaneReplicas> replicas() {
    return lanes;
  }

  /** Its memory for rows. */
  public ScarceMemory memory() {
    return memory;
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
      Commitment commitment = lane.commit(message.line().number(), message.version().number());
      Violation.unless(
          commitment != Commitment.NOT_COMPLETE,
          Invariant.InSyncCanFollow,
          job.id() + ": told to commit " + message.version() + " that a lane cannot show");
      if (commitment == Commitment.DONE) {
        step = "committed";
        for (int partition = 0; partition < Partitions.COUNT; partition++) {
          if (lane.holds(partition)
              && message.line().number() >= world.tasks(job).lastBack().number()) {
            world
                .oracle(job)
                .committed(
                    message.version().number(), partition, lane.committed().digest(partition));
          }
        }
      }
    }
  }

  private void update(ToPserver.UpdateRows message) {
    step = "updating rows";
    RowUpdate update =
        FakeModel.update((Phase.RowUpdate) job.phases().get(message.phase()), message.before());
    lanes.forEach(lane -> lane.update(message.line().number(), message.version().number(), update));
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
          lane.committed().fold(message.line().number(), message.version().number(), fold);
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
      say(new FromPserver.Sealed(message.term(), Line.NONE, Version.INITIAL, false));
      return;
    }
    List<FromPserver.Sealed> answers = new ArrayList<>();
    lanes.forEach(lane -> answers.add(lane.seal(message.term(), message.since())));
    FromPserver.Sealed first = answers.get(0);
    long committed = answers.stream().mapToLong(one -> one.committed().number()).min().getAsLong();
    say(
        new FromPserver.Sealed(
            first.term(),
            first.line(),
            new Version(committed),
            answers.stream()
                .allMatch(one -> one.complete() || one.committed().number() > committed),
            first.metricsFrom(),
            first.metrics()));
    lanes.forEach(LaneReplicas::repeatComplete);
  }

  private void write(ToPserver.WriteParts message) {
    step = "writing";
    writing.add(message);
    host.afterMillis(
        50,
        () -> {
          if (!writing.remove(message)) {
            return; // the job has gone back meanwhile
          }
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
        lane.isAt(message.line().number(), message.version().number()),
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
    SimLaneConnection connection = new SimLaneConnection(this, lane, wire);
    connections.add(connection);
    wire.onSecond(connection::told, connection::broken);
  }
}
