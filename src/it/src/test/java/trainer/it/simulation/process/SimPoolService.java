package trainer.it.simulation.process;

import java.util.Queue;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.job.Role;
import trainer.core.message.FromMember;
import trainer.core.message.FromWorker;
import trainer.core.message.ToMember;
import trainer.core.message.ToRole;
import trainer.core.message.ToWorker;
import trainer.it.simulation.checks.PoolState;
import trainer.it.simulation.scenario.FakeModel;
import trainer.it.simulation.scenario.SimJob;
import trainer.it.simulation.scenario.SimModel;
import trainer.it.simulation.turns.SimTurns;

/**
 * One job that a worker of the pool serves, with the steps of {@code PoolService} of the real
 * worker: it loads the model, registers with the job's tracker by a {@link SimScorer}, and ends.
 */
final class SimPoolService {
  private static final int UNEXPECTED = 50;
  private static final long END_PATIENCE = 10_000_000_000L;
  private static final int WELCOME_MILLIS = 30_000;

  /** A service whose model cannot be loaded: it tells the job why, and ends. */
  private final class FailedLoad extends SimMember {
    FailedLoad() {
      super(
          SimPoolService.this.world,
          SimPoolService.this.job,
          Role.WORKER,
          serving.index(),
          serving.service());
      host.afterMillis(WELCOME_MILLIS, this::leave);
    }

    @Override
    void told(ToRole message) {
      if (message instanceof ToMember.Welcome) {
        say(
            new FromMember.MemberFailure(
                new Failure(FailureKind.STORAGE_FAILED, "cannot load", "in a worker", "")));
        leave();
      }
    }

    @Override
    public String step() {
      return "failing";
    }

    @Override
    int port() {
      return 0;
    }

    @Override
    int lanes() {
      return 0;
    }

    @Override
    long recordsComputed() {
      return 0;
    }

    @Override
    void onEnded(int code) {
      onMemberEnded(code);
    }
  }

  private final World world;
  private final SimPoolWorker worker;
  private final SimJob job;
  private final ToWorker.Serving serving;
  private final SimTurns gate;
  private final SimTurns.OfJob turns;
  private final long beganAt;
  private SimMember member;
  private SimScorer scorer;
  private long loadNanos;
  private long busyUntil;
  private boolean isInterruptible = true;
  private boolean isEnding;
  private boolean hasEnded;
  private boolean isReported;

  SimPoolService(World world, SimPoolWorker worker, ToWorker.Serving serving, SimTurns gate) {
    this.world = world;
    this.worker = worker;
    this.job = world.job(serving.job());
    this.serving = serving;
    this.gate = gate;
    this.turns = gate.add(serving.job());
    this.beganAt = world.schedule().nanos();
    turn(serving);
  }

  void start() {
    worker.host.afterMillis(1L + world.schedule().below(job.model().loadMillis()), this::load);
  }

  void turn(ToWorker.Serving order) {
    turns.turn(order.turnNanos(), order.elsewhere());
  }

  private void load() {
    if (isEnding) {
      return;
    }
    int failures = job.model().loadFailures();
    if (failures > 0 && world.schedule().oneIn(failures)) {
      boolean isSilent = world.schedule().oneIn(2);
      world.chaos().hit("LOAD_FAILS", isSilent ? "silently" : "telling");
      if (isSilent) {
        world.pool().failed(worker.containerId, job.id(), world.schedule().nanos());
        isEnding = true;
        over();
      } else {
        world.deaths().onDoubt();
        member = new FailedLoad();
        member.start();
      }
      return;
    }
    world.chaos().hit("LOADED", worker.isShared() ? "beside another" : "alone");
    loadNanos = world.schedule().nanos() - beganAt;
    scorer = new SimScorer(world, job, serving.index(), serving.service(), this);
    member = scorer;
    member.start();
    worker.onChange();
  }

  /** Computes blocks one after the other, each when it is the job's turn. */
  void compute(Queue<Integer> blocks, Runnable then) {
    turns.begin(
        () -> {
          if (!scorer.host.isDead()) {
            computeBlock(blocks, then);
          }
        });
  }

  private void computeBlock(Queue<Integer> blocks, Runnable then) {
    int block = blocks.poll();
    if (job.special().hangs() && block == job.specialBlock() && world.hangs(job)) {
      scorer.hang(block);
      isInterruptible = world.schedule().oneIn(2);
      busyUntil = Long.MAX_VALUE;
      return;
    }
    SimModel model = job.model();
    long began = world.schedule().nanos();
    long rows = FakeModel.records(block);
    double noise = (950 + world.schedule().below(100)) / 1000.0;
    long nanos = (long) (rows * model.rowMicros(began) * 1000 * worker.slowness() * noise);
    busyUntil = Math.max(busyUntil, began + nanos);
    scorer.host.after(
        nanos,
        () -> {
          scorer.onComputed(rows);
          world.rates().computed(job.id(), rows, world.schedule().nanos());
          turns.end(began, scorer.recordsComputed());
          if (blocks.isEmpty()) {
            then.run();
          } else {
            compute(blocks, then);
          }
        });
  }

  /** The pool ends the service at once. */
  void end() {
    if (isEnding) {
      return;
    }
    if (member == null) {
      isEnding = true;
      worker.host.afterMillis(world.schedule().below(300), this::over);
    } else if (!member.isLeaving()) {
      world.pool().endedByForce(serving.service(), job.id());
      member.leave();
    }
  }

  /** Its part of the process ends; any other end is that of the whole process. */
  void onMemberEnded(int code) {
    if (code != 0 && code != 1) {
      worker.exit(code);
      return;
    }
    if (isEnding) {
      return;
    }
    if (code == 1) {
      world.pool().endedByForce(serving.service(), job.id());
    }
    isEnding = true;
    long now = world.schedule().nanos();
    boolean isBusy = busyUntil > now && (!isInterruptible || world.schedule().oneIn(4));
    if (!isBusy) {
      over();
    } else if (busyUntil - now < END_PATIENCE) {
      worker.host.after(busyUntil - now, this::over);
    } else {
      worker.host.after(END_PATIENCE, () -> worker.exit(UNEXPECTED));
    }
  }

  private void over() {
    gate.remove(turns);
    hasEnded = true;
    world.calm().move(world.schedule().nanos());
    worker.onChange();
  }

  /** The process ends. */
  void kill() {
    if (member != null) {
      member.kill();
    }
  }

  SimMember member() {
    return member;
  }

  boolean isOver() {
    return hasEnded && isReported;
  }

  boolean hasEnded() {
    return hasEnded;
  }

  FromWorker.Service report() {
    isReported = true;
    boolean isReady = scorer != null;
    return new FromWorker.Service(
        serving.service(),
        serving.job(),
        serving.index(),
        isReady,
        isReady ? loadNanos : world.schedule().nanos() - beganAt,
        isReady ? scorer.recordsComputed() : 0,
        turns.busyNanos());
  }

  /** The service as it is. */
  PoolState.Service state() {
    return new PoolState.Service(
        serving.service(), serving.job(), serving.index(), job.model().memoryMb(), scorer != null);
  }
}
