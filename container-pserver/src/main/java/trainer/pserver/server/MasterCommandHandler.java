package trainer.pserver.server;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.aggregate.Partial;
import trainer.core.failure.Failpoint;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.message.FromMember;
import trainer.core.message.FromPserver;
import trainer.core.message.ToMember;
import trainer.core.message.ToPserver;
import trainer.core.message.ToWorker;
import trainer.core.table.PartitionMap;
import trainer.pserver.export.PartExports;
import trainer.pserver.lane.Lane;
import trainer.pserver.lane.LaneAnswers;
import trainer.pserver.lane.LaneBarrier;
import trainer.pserver.protocol.Commitment;
import trainer.pserver.replica.LaneReplicas;
import trainer.pserver.replica.TableFold;
import trainer.pserver.snapshot.CheckpointParts;
import trainer.pserver.snapshot.SnapshotWriter;
import trainer.pserver.store.MemoryBudget;
import trainer.pserver.store.RowUpdate;
import trainer.pserver.store.Table;

/**
 * The handler of the master's orders: passes each to every lane and sends one answer for all lanes.
 *
 * <p>Orders arrive on one thread, in the order of the stream. Answers leave on any thread.
 */
final class MasterCommandHandler implements ToMember.Handler, ToPserver.Handler {
  private static final Logger LOG = LoggerFactory.getLogger(MasterCommandHandler.class);

  private final List<Lane> lanes;
  private final List<Table> tables;
  private final boolean exposure;
  private final boolean digested;
  private final MemoryBudget room;
  private final ServerFunctions functions;
  private final PartExports exports;
  private final SnapshotWriter snapshots;
  private final CheckpointParts parts;
  private final Executor loader;
  private final LaneBarrier barrier;
  private final ReplicaLearner.Opening opening;
  private final Consumer<FromMember> send;
  private final Consumer<String> leave;
  private long term;
  private volatile long incarnation;
  private volatile boolean begun;
  private ReplicaLearner learner;
  private Thread learning;
  private long line;

  /** The line whose checkpoint is being loaded, 0 if none; guarded by {@link #loads}. */
  private long loading;

  private final Object loads = new Object();

  /**
   * Creates a handler for these lanes.
   *
   * @param exposure {@code trainer.bsp.exposure}
   * @param digested whether other pservers hold the same partitions
   * @param room the memory that the replicas may grow into
   * @param functions the job's functions over rows
   * @param opening connects to other pservers
   * @param loader one thread, which may wait for a storage
   * @param send takes messages to the master, on any thread
   * @param leave takes the reason for which the process must end
   */
  MasterCommandHandler(
      List<Lane> lanes,
      List<Table> tables,
      boolean exposure,
      boolean digested,
      MemoryBudget room,
      ServerFunctions functions,
      PartExports exports,
      ReplicaLearner.Opening opening,
      SnapshotWriter snapshots,
      CheckpointParts parts,
      Executor loader,
      Consumer<FromMember> send,
      Consumer<String> leave) {
    this.lanes = lanes;
    this.tables = tables;
    this.exposure = exposure;
    this.digested = digested;
    this.room = room;
    this.functions = functions;
    this.exports = exports;
    this.snapshots = snapshots;
    this.parts = parts;
    this.loader = loader;
    this.barrier = new LaneBarrier(lanes.size());
    this.opening = opening;
    this.send = send;
    this.leave = leave;
  }

  /** The incarnation that the master gave this process, 0 before. Thread-safe. */
  long incarnation() {
    return incarnation;
  }

  @Override
  public void on(ToMember.Welcome message) {
    incarnation = message.incarnation();
    LOG.info("registered as incarnation {} in term {}", message.incarnation(), message.term());
  }

  @Override
  public void on(ToPserver message) {
    message.to((ToPserver.Handler) this);
  }

  @Override
  public void on(ToWorker message) {
    ignore(message);
  }

  @Override
  public void on(ToMember.Refused message) {
    leave.accept("the master of term " + message.term() + " refuses: " + message.reason());
  }

  @Override
  public void on(ToPserver.Seal message) {
    if (holdsNothing()) {
      term = Math.max(term, message.term());
      send.accept(new FromPserver.Sealed(term, 0, 0, false));
      return;
    }
    LaneAnswers<FromPserver.Sealed> gather = new LaneAnswers<>(lanes.size(), this::sendSealed);
    for (Lane lane : lanes) {
      lane.order(
          replicas -> {
            FromPserver.Sealed sealed = replicas.seal(message.term(), message.since());
            Failpoint.hit("pserver.afterSeal");
            gather.add(sealed);
            replicas.repeatComplete();
          });
    }
  }

  @Override
  public void on(ToMember.NewLine message) {
    if (holdsNothing() && message.term() < term) {
      LOG.warn("line {} of term {} comes after term {}", message.line(), message.term(), term);
      return;
    }
    stopLearning();
    boolean isBack = line < message.lastBack();
    line = Math.max(line, message.line());
    if (isBack || !begun) {
      begin(message);
    }
    int position = position(message.map());
    LaneAnswers<FromPserver.LineAccepted> gather = new LaneAnswers<>(lanes.size(), this::sendLined);
    for (Lane lane : lanes) {
      lane.order(
          replicas -> {
            FromPserver.LineAccepted lined =
                replicas.newLine(message, held(message.map(), position, lane.number()));
            Failpoint.hit("pserver.afterNewLine");
            if (lined != null) {
              gather.add(lined);
            }
          });
    }
  }

  @Override
  public void on(ToPserver.UpdateRows message) {
    tried(
        "version " + message.version() + " cannot be computed",
        () -> {
          RowUpdate update = functions.update(message.phase(), message.before());
          for (Lane lane : lanes) {
            lane.order(replicas -> update(replicas, message, update));
          }
        });
  }

  @Override
  public void on(ToPserver.FoldRows message) {
    String what = "version " + message.version() + " cannot be folded";
    tried(
        what,
        () -> {
          TableFold fold = functions.fold(message.fold(), message.before());
          LaneAnswers<Map<Integer, List<Partial>>> gather =
              new LaneAnswers<>(lanes.size(), partials -> sendFolded(message, partials));
          for (Lane lane : lanes) {
            lane.order(replicas -> tried(what, () -> fold(replicas, message, fold, gather)));
          }
        });
  }

  @Override
  public void on(ToPserver.CloseVersion message) {
    for (Lane lane : lanes) {
      lane.order(
          replicas -> {
            if (replicas != null) {
              replicas.close(message.line(), message.version());
            }
          });
    }
  }

  @Override
  public void on(ToPserver.Commit message) {
    for (Lane lane : lanes) {
      lane.order(replicas -> commit(lane, replicas, message));
    }
  }

  @Override
  public void on(ToPserver.Build message) {
    if (message.term() < term) {
      return;
    }
    stopLearning();
    term = message.term();
    int position = position(message.map());
    if (position < 0) {
      begin(fresh(lane -> new int[0])); // it was off the map and returns: its rows are void
    }
    for (Lane lane : lanes) {
      int[] held = held(message.map(), position, lane.number());
      int[] partitions =
          message.partitions().stream()
              .mapToInt(Integer::intValue)
              .filter(partition -> partition % lanes.size() == lane.number())
              .sorted()
              .toArray();
      lane.order(replicas -> replicas.learners().begin(message.term(), held, partitions));
    }
    learner = new ReplicaLearner(message, lanes, digested, opening, send);
    learning = new Thread(learner, "learner");
    learning.setDaemon(true);
    learning.start();
  }

  @Override
  public void on(ToPserver.CloseBuild message) {
    if (learner != null && learner.number() == message.number()) {
      line = Math.max(line, message.line()); // the learned rows are of that line
      learner.close(message);
    }
  }

  private void stopLearning() {
    if (learner != null) {
      learner.cancel(learning);
      learner = null;
      learning = null;
    }
  }

  @Override
  public void on(ToPserver.WriteParts message) {
    exports.write(message);
  }

  @Override
  public void on(ToPserver.WriteCheckpoint message) {
    snapshots.take(message);
  }

  @Override
  public void on(ToMember.Probe message) {
    send.accept(new FromMember.Heartbeat(message.number(), 0, -1));
  }

  @Override
  public void on(ToMember.Leave message) {
    leave.accept(message.reason());
  }

  private void update(LaneReplicas replicas, ToPserver.UpdateRows message, RowUpdate update) {
    if (replicas != null) { // without replicas there is no line, so the order is void
      tried(
          "version " + message.version() + " cannot be computed",
          () -> replicas.update(message.line(), message.version(), update));
    }
  }

  private static void fold(
      LaneReplicas replicas,
      ToPserver.FoldRows message,
      TableFold fold,
      LaneAnswers<Map<Integer, List<Partial>>> gather) {
    if (replicas != null) {
      replicas.committed().fold(message.line(), message.version(), fold).ifPresent(gather::add);
    }
  }

  private void sendFolded(ToPserver.FoldRows message, List<Map<Integer, List<Partial>>> ofLanes) {
    Map<Integer, List<Partial>> partials = new HashMap<>();
    ofLanes.forEach(partials::putAll);
    Failpoint.hit("pserver.afterFold");
    send.accept(new FromPserver.Folded(message.line(), message.version(), message.fold(), partials));
  }

  /**
   * Runs the user's functions. A failure of theirs is reported to the master and does not end this
   * process.
   */
  private void tried(String otherwise, Runnable functions) {
    try {
      functions.run();
    } catch (FailureException e) {
      LOG.error(otherwise, e);
      send.accept(new FromMember.MemberFailure(e.failure()));
    }
  }

  private void commit(Lane lane, LaneReplicas replicas, ToPserver.Commit message) {
    Commitment commitment =
        replicas == null
            ? Commitment.NOT_COMPLETE
            : replicas.commit(message.line(), message.version());
    if (commitment == Commitment.DONE) {
      Failpoint.hit("pserver.afterCommit");
    } else if (commitment == Commitment.NOT_COMPLETE) {
      send.accept(
          new FromMember.MemberFailure(
              new Failure(
                  FailureKind.UNEXPECTED,
                  "a version was committed that a copy does not have",
                  "lane "
                      + lane.number()
                      + ", line "
                      + message.line()
                      + ", version "
                      + message.version(),
                  "report this, with the logs of master and pserver")));
    }
  }

  /** Begins with these replicas. All other replicas, and a load in progress, are void. */
  private void begin(List<LaneReplicas> fresh) {
    snapshots.drop();
    over(0, () -> lanes.forEach(lane -> lane.begin(fresh.get(lane.number()))));
    begun = true;
  }

  private void begin(ToMember.NewLine message) {
    List<LaneReplicas> fresh = fresh(lane -> held(message.map(), position(message.map()), lane));
    if (message.checkpoint().isEmpty()) {
      begin(fresh);
    } else {
      snapshots.drop();
      begun = true;
      synchronized (loads) {
        loading = message.line();
        lanes.forEach(Lane::empty);
      }
      loader.execute(() -> load(message, fresh));
    }
  }

  private boolean holdsNothing() {
    synchronized (loads) {
      return !begun || loading > 0;
    }
  }

  /**
   * Loads the checkpoint of a line. Its result is dropped if the job has gone back again meanwhile.
   */
  private void load(ToMember.NewLine message, List<LaneReplicas> fresh) {
    LOG.info("loading version {} from {}", message.base(), message.checkpoint());
    Failpoint.hit("pserver.duringLoad");
    try {
      parts.load(message.checkpoint(), message.base(), fresh);
    } catch (IOException | RuntimeException e) {
      LOG.error("version {} cannot be loaded", message.base(), e);
      over(message.line(), () -> begun = false);
      send.accept(new FromPserver.NotLoaded(message.line(), damage(e, message.checkpoint())));
      return;
    }
    over(message.line(), () -> lanes.forEach(lane -> lane.begin(fresh.get(lane.number()))));
  }

  /**
   * Ends the load of this line, or any load for line 0, and then runs the action; else does
   * nothing.
   */
  private void over(long ofLine, Runnable what) {
    synchronized (loads) {
      if (ofLine == 0 || loading == ofLine) {
        loading = 0;
        what.run();
      }
    }
  }

  private static Failure damage(Exception e, String folder) {
    return e instanceof FailureException known
        ? known.failure()
        : new Failure(
            FailureKind.STORAGE_FAILED,
            "it cannot be read: " + e,
            folder,
            "check the file system's health");
  }

  private List<LaneReplicas> fresh(IntFunction<int[]> held) {
    List<LaneReplicas> all = new ArrayList<>();
    for (Lane lane : lanes) {
      all.add(
          new LaneReplicas(
              tables,
              held.apply(lane.number()),
              exposure,
              digested,
              room,
              (itsLine, version, metrics, digests) ->
                  complete(lane, new FromPserver.Complete(itsLine, version, metrics, digests))));
    }
    return all;
  }

  private int[] held(PartitionMap map, int position, int lane) {
    return IntStream.range(0, map.partitions())
        .filter(p -> p % lanes.size() == lane && map.copies().get(p).contains(position))
        .toArray();
  }

  private int position(PartitionMap map) {
    for (int i = 0; i < map.pservers().size(); i++) {
      if (map.pservers().get(i).incarnation() == incarnation) {
        return i;
      }
    }
    return -1;
  }

  private void complete(Lane lane, FromPserver.Complete itsOwn) {
    Failpoint.hit("pserver.afterComplete");
    FromPserver.Complete complete = barrier.complete(lane.number(), itsOwn);
    if (complete != null) {
      send.accept(complete);
    }
  }

  private void sendSealed(List<FromPserver.Sealed> answers) {
    FromPserver.Sealed first = answers.get(0);
    long committed = answers.stream().mapToLong(FromPserver.Sealed::committed).min().orElseThrow();
    boolean complete =
        answers.stream().allMatch(answer -> answer.complete() || answer.committed() > committed);
    FromPserver.Sealed withMetrics =
        answers.stream().filter(answer -> !answer.metrics().isEmpty()).findFirst().orElse(first);
    send.accept(
        new FromPserver.Sealed(
            first.term(),
            first.line(),
            committed,
            complete,
            withMetrics.metricsFrom(),
            withMetrics.metrics()));
  }

  private void sendLined(List<FromPserver.LineAccepted> answers) {
    long committed = answers.stream().mapToLong(FromPserver.LineAccepted::committed).min().orElseThrow();
    boolean following = answers.stream().allMatch(FromPserver.LineAccepted::following);
    send.accept(new FromPserver.LineAccepted(answers.get(0).line(), committed, following));
  }

  private static void ignore(ToMember message) {
    LOG.warn("not for a pserver: {}", message.getClass().getSimpleName());
  }
}
