package trainer.it.simulation.process;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.feature.Standardisation;
import trainer.core.input.FileBlocks;
import trainer.core.job.Phase;
import trainer.core.job.Role;
import trainer.core.message.FromWorker;
import trainer.core.message.ToMember;
import trainer.core.message.ToRole;
import trainer.core.message.ToWorker;
import trainer.core.table.KeyList;
import trainer.it.simulation.invariant.Invariant;
import trainer.it.simulation.invariant.Violation;
import trainer.it.simulation.scenario.FakeModel;
import trainer.it.simulation.scenario.Fault;
import trainer.it.simulation.scenario.SimJob;
import trainer.worker.api.PushTarget;
import trainer.worker.api.WorkerAction;
import trainer.worker.api.WorkerEvent;
import trainer.worker.routing.KeyListLayout;
import trainer.worker.routing.LaneId;
import trainer.worker.routing.LaneValues;
import trainer.worker.work.Worker;

/** A worker's process around the real core, with a compute that takes its time. */
public final class SimWorker extends SimMember implements WorkerAction.Handler {
  static final int EXIT_BAD_MEMORY = 52;

  private static final int HELD_OUT = -1;

  private static final class Prepared {
    private final List<FileBlocks> blocks;
    private final KeyList keys;
    private long version;
    private boolean stops;

    Prepared(List<FileBlocks> blocks) {
      this.blocks = blocks;
      this.keys = FakeModel.keys(blocks);
    }
  }

  private final Worker core = new Worker();
  private final LaneLinks links;
  private final Map<Long, Prepared> works = new HashMap<>();
  private final Map<List<Integer>, Long> shares = new HashMap<>();
  private long lastShare;
  private final int slowness;
  private String step = "starting";
  private long records;
  private int block = -1;
  private boolean hangs;

  /** Whether it was sent the standardisations. */
  private boolean standardises;

  SimWorker(World world, SimJob job, int index, String containerId) {
    super(world, job, Role.WORKER, index, containerId);
    this.links = new LaneLinks(world, this, this::step);
    this.slowness = world.chaos().strikes(Fault.SLOW_WORKER, 3, "starting") ? 20 : 1;
  }

  @Override
  void start() {
    super.start();
    tick();
  }

  private void tick() {
    if (isWelcome()) {
      step(new WorkerEvent.Tick());
    }
    host.afterMillis(250, this::tick);
  }

  @Override
  public String step() {
    return step;
  }

  /** Its connections to lanes. */
  public LaneLinks links() {
    return links;
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
    return records;
  }

  @Override
  int block() {
    return block;
  }

  @Override
  void told(ToRole message) {
    if (message instanceof ToMember.Welcome) {
      step = "idle";
    }
    if (message instanceof ToWorker.ModelVersion) {
      world.chaos().hit("NEWEST", step);
    }
    if (message instanceof ToWorker.Cancel) {
      world.chaos().hit("CANCEL", step);
    }
    step(new WorkerEvent.MasterMessage(message));
  }

  private void step(WorkerEvent event) {
    List<WorkerAction> actions = new ArrayList<>(core.step(event, world.schedule().nanos()));
    for (WorkerAction action : actions) {
      if (host.isDead()) {
        return;
      }
      if (world.chaos().kills(Fault.WORKER_CRASH, job.id(), 150, step)) {
        exit(KILLED);
        return;
      }
      action.to(this);
    }
  }

  private boolean touches(List<FileBlocks> blocks, SimJob.Special special) {
    return job.special() == special && FakeModel.numbers(blocks).contains(job.specialBlock());
  }

  @Override
  public void on(WorkerAction.Prepare action) {
    step = "preparing";
    Violation.unless(
        action.phase() == WorkerAction.SCORING
            || job.phases().get(action.phase()) instanceof Phase.Passes,
        Invariant.ShareKeyBindsContent,
        job.id() + ": a share of phase " + action.phase() + ", which has none");
    Violation.unless(
        standardises || !job.isTable(),
        Invariant.StandardisedBeforeWork,
        job.id() + ": " + host + " prepares blocks of a table without the standardisations");
    works.put(action.work(), new Prepared(action.blocks()));
    host.afterMillis(
        1 + world.schedule().below(10) * slowness,
        () -> {
          Prepared work = works.get(action.work());
          if (work == null) {
            return;
          }
          boolean isHeldOut = action.phase() == WorkerAction.SCORING;
          if (!isHeldOut && touches(action.blocks(), SimJob.Special.BAD_BLOCK)) {
            step(
                new WorkerEvent.Failed(
                    action.work(),
                    job.specialBlock(),
                    new Failure(FailureKind.INPUT_CORRUPT, "cannot decode", "", "mend it")));
          } else {
            step(new WorkerEvent.Prepared(action.work(), number(action), work.keys));
          }
        });
  }

  /** Shares of the same blocks have the same keys; now and then that is forgotten. */
  private long number(WorkerAction.Prepare action) {
    List<Integer> blocks = new ArrayList<>(FakeModel.numbers(action.blocks()));
    if (action.phase() == WorkerAction.SCORING) {
      blocks.add(HELD_OUT); // held-out blocks are numbered by themselves
    }
    if (world.schedule().oneIn(20) && shares.containsKey(blocks)) {
      step(new WorkerEvent.Retired(shares.remove(blocks)));
    }
    return shares.computeIfAbsent(blocks, unknown -> ++lastShare);
  }

  private boolean isHanging(Prepared work) {
    return job.special().hangs()
        && FakeModel.numbers(work.blocks).contains(job.specialBlock())
        && world.hangs(job);
  }

  private float[] weights(Prepared work, List<LaneValues> values) {
    KeyListLayout layout = FakeModel.layout(work.keys);
    float[] weights = new float[layout.size()];
    values.forEach(lane -> layout.scatter(lane, weights));
    return weights;
  }

  @Override
  public void on(WorkerAction.Compute action) {
    step = "computing";
    Prepared work = works.get(action.work());
    float[] weights = weights(work, action.values());
    world.oracle(job).computedOn(work.version, Arrays.toString(work.keys.keys()), weights);
    hangs |= isHanging(work);
    if (hangs) {
      block = job.specialBlock();
      return;
    }
    block = FakeModel.numbers(work.blocks).stream().findFirst().orElse(-1);
    long millis = (2L + world.schedule().below(30)) * slowness;
    host.afterMillis(
        millis,
        () -> {
          if (!hangs) {
            block = -1;
          }
          if (!works.containsKey(action.work())) {
            return;
          }
          if (work.stops) {
            work.stops = false;
            step(new WorkerEvent.Stopped(action.work()));
            return;
          }
          if (touches(work.blocks, SimJob.Special.POISON_BLOCK)) {
            if (isKnown()) {
              world.killed(job);
            }
            exit(EXIT_BAD_MEMORY);
            return;
          }
          records += FakeModel.metrics(work.blocks).records();
          world.oracle(job).computed(FakeModel.metrics(work.blocks).records());
          step(
              new WorkerEvent.Computed(
                  action.work(),
                  FakeModel.metrics(work.blocks),
                  FakeModel.gradients(work.blocks, work.keys, weights)));
        });
  }

  @Override
  public void on(WorkerAction.Score action) {
    step = "scoring";
    Prepared work = works.get(action.work());
    float[] weights = weights(work, action.values());
    host.afterMillis(
        5L * slowness,
        () ->
            step(
                new WorkerEvent.Scored(
                    action.work(),
                    FakeModel.evaluation(
                        work.blocks,
                        (table, key) -> FakeModel.weightOf(work.keys, weights, table, key)))));
  }

  @Override
  public void on(WorkerAction.Measure action) {
    step = "measuring";
    host.afterMillis(
        (5L + world.schedule().below(20)) * slowness,
        () ->
            step(
                new WorkerEvent.Measured(
                    action.task(), FakeModel.moments(FakeModel.numbers(action.blocks())))));
  }

  @Override
  public void on(WorkerAction.Standardise action) {
    standardises = true;
    List<Integer> all = IntStream.range(0, job.index().size()).boxed().toList();
    Violation.unless(
        FakeModel.moments(all).stream()
            .map(Standardisation::of)
            .toList()
            .equals(action.standardisations()),
        Invariant.MomentsAreExact,
        job.id() + ": " + host + " was sent " + action.standardisations());
  }

  @Override
  public void on(WorkerAction.Stop action) {
    works.get(action.work()).stops = true;
  }

  @Override
  public void on(WorkerAction.Forget action) {
    works.remove(action.work());
  }

  @Override
  public void on(WorkerAction.Connect action) {
    LaneId lane = action.lane();
    host.afterMillis(1L + world.schedule().below(20), () -> links.connect(lane));
  }

  @Override
  public void on(WorkerAction.Disconnect action) {
    links.disconnect(action.lane());
  }

  @Override
  public void on(WorkerAction.SendKeys action) {
    links.send(action.lane(), LaneMessages.Keys.of(action));
  }

  @Override
  public void on(WorkerAction.SendDrop action) {
    links.send(action.lane(), new LaneMessages.Drop(action.list()));
  }

  @Override
  public void on(WorkerAction.SendPull action) {
    step = "pulling";
    Prepared work = works.get(action.work());
    work.version = action.version();
    links.send(action.lane(), LaneMessages.Pull.of(action));
  }

  @Override
  public void on(WorkerAction.SendPush action) {
    step = "pushing";
    Prepared work = works.get(action.work());
    PushTarget target = action.target();
    if (target.isUpdate()) {
      world
          .tasks(job)
          .pushed(incarnation().number(), target.number(), FakeModel.numbers(work.blocks));
    } else {
      Violation.unless(
          work.version == target.version() - 1,
          Invariant.GradientsAreOfTheVersionBefore,
          job.id() + ": computed on " + work.version + " and pushed for " + target.version());
    }
    links.send(action.lane(), LaneMessages.Shove.of(action, work.keys, incarnation()));
  }

  @Override
  public void on(WorkerAction.SendToMaster action) {
    if (action.message() instanceof FromWorker.ShareDone) {
      step = "done";
    }
    if (action.message() instanceof FromWorker.Reported) {
      step = "reporting";
    }
    if (action.message() instanceof FromWorker.Clock clock) {
      world.tasks(job).said(incarnation().number(), clock, world.masters().journal());
    }
    say(action.message());
  }

  @Override
  public void on(WorkerAction.Log action) {
    world.note(host + ": " + action.text());
  }

  @Override
  public void on(WorkerAction.Leave action) {
    // The session's part sees to that.
  }
}
