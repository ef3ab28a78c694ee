package trainer.it.simulation.process;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.job.Role;
import trainer.core.message.FromMember;
import trainer.core.message.OutputFile;
import trainer.core.message.ToMember;
import trainer.core.message.ToRole;
import trainer.core.message.ToWorker;
import trainer.core.table.KeyList;
import trainer.it.simulation.checks.ScoreFiles;
import trainer.it.simulation.scenario.FakeModel;
import trainer.it.simulation.scenario.Fault;
import trainer.it.simulation.scenario.SimJob;
import trainer.worker.api.WorkerAction;
import trainer.worker.api.WorkerEvent;
import trainer.worker.output.ScoringTasks;
import trainer.worker.routing.KeyListLayout;
import trainer.worker.routing.LaneValues;
import trainer.worker.routing.RoutedKeyList;
import trainer.worker.work.RowPulls;

/**
 * The process of a scoring job's worker around the real {@link ScoringTasks}, with the steps of
 * {@code RowProcess}. Its threads take their time, and its files are those of {@link ScoreFiles}.
 */
public final class SimScorer extends SimMember {
  private static final long TICK_MILLIS = 50;
  private static final long IDLE = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long OLD = TimeUnit.SECONDS.toNanos(2);
  private static final long PAUSE_MILLIS = 1000;

  /** A task whose rows are pulled. */
  private record Pull(ToWorker.Task task, KeyList keys) {}

  private final ScoringTasks tasks = new ScoringTasks();
  private final RowPulls pulls = new RowPulls();
  private final Map<Long, Pull> pulled = new HashMap<>();
  private final LaneLinks links;
  private final ScoreFiles files;
  private final SimPoolService service;
  private final int threads;
  private final int slowness;
  private String step = "starting";
  private ScoreFiles.File open;
  private int most;
  private boolean hasMadeFolder;
  private int count;
  private int running;
  private int block = -1;
  private long records;
  private long begun;
  private long busy;
  private long resume;

  /** The worker of a job in a container of its own. */
  SimScorer(World world, SimJob job, int index, String containerId) {
    this(world, job, index, containerId, null);
  }

  /**
   * @param service of a worker of the pool; null in a process of this job alone
   */
  SimScorer(World world, SimJob job, int index, String containerId, SimPoolService service) {
    super(world, job, Role.WORKER, index, containerId);
    this.service = service;
    this.links = new LaneLinks(world, this, event -> perform(pulls.step(event, now())));
    this.files = world.scores(job).files();
    boolean isPooled = service != null;
    this.threads = isPooled ? world.scenario().pool().cores() : 1 + world.schedule().below(2);
    boolean isSlow = !isPooled && world.chaos().strikes(Fault.SLOW_WORKER, 3, "starting");
    this.slowness = isSlow ? 100 : 1;
  }

  @Override
  void start() {
    super.start();
    tick();
  }

  private void tick() {
    long now = world.schedule().nanos();
    boolean isIdle = tasks.isIdle() && now - busy > IDLE;
    if (open != null && (isIdle || now - begun > OLD)) {
      world.chaos().hit(isIdle ? "FILE_OF_THE_IDLE" : "FILE_OLD", step);
      close();
    }
    takeTasks();
    perform(pulls.step(new WorkerEvent.Tick(), now));
    host.afterMillis(TICK_MILLIS, this::tick);
  }

  private long now() {
    return world.schedule().nanos();
  }

  @Override
  public String step() {
    return step;
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
    if (message instanceof ToMember.Welcome welcome) {
      step = "idle";
      perform(pulls.step(welcome, now()));
    } else if (message instanceof ToMember.NewLine line) {
      perform(pulls.step(line, now()));
    } else if (message instanceof ToWorker.AssignTasks assigned) {
      List<FromMember> answers = tasks.onAssigned(assigned);
      answers.forEach(
          answer -> {
            world.chaos().hit("SCORES_TOLD_AGAIN", answer.getClass().getSimpleName());
            say(answer);
          });
      takeTasks();
    }
  }

  private void takeTasks() {
    while (running < threads && world.schedule().nanos() >= resume && !host.isDead()) {
      Optional<ToWorker.Task> task = tasks.next();
      if (task.isEmpty()) {
        return;
      }
      running++;
      compute(task.get());
    }
  }

  private boolean touches(ToWorker.Task task, boolean isSo) {
    return isSo && FakeModel.numbers(task.blocks()).contains(job.specialBlock());
  }

  private boolean touches(ToWorker.Task task, SimJob.Special special) {
    return touches(task, job.special() == special);
  }

  private void compute(ToWorker.Task task) {
    step = "scoring";
    if (service != null) {
      service.compute(new ArrayDeque<>(FakeModel.numbers(task.blocks())), () -> pull(task));
      return;
    }
    if (touches(task, job.special().hangs()) && world.hangs(job)) {
      block = job.specialBlock();
      return; // this thread never comes back
    }
    long millis = (2L + world.schedule().below(40)) * slowness;
    host.afterMillis(millis, () -> pull(task));
  }

  /** The process has its weights, or pulls them. */
  private void pull(ToWorker.Task task) {
    if (!job.isServed()) {
      ready(task, (table, key) -> FakeModel.trainedWeight(key));
      return;
    }
    step = "pulling";
    KeyList keys = FakeModel.keys(task.blocks());
    long number = pulls.nextNumber();
    pulled.put(number, new Pull(task, keys));
    perform(pulls.step(new WorkerEvent.Prepared(number, RoutedKeyList.ONCE, keys), now()));
  }

  private void perform(List<WorkerAction> actions) {
    for (WorkerAction action : actions) {
      if (!host.isDead() && !isKilled()) {
        perform(action);
      }
    }
  }

  private void perform(WorkerAction action) {
    if (action instanceof WorkerAction.Connect connect) {
      host.afterMillis(1L + world.schedule().below(20), () -> links.connect(connect.lane()));
    } else if (action instanceof WorkerAction.Disconnect disconnect) {
      links.disconnect(disconnect.lane());
    } else if (action instanceof WorkerAction.SendKeys keys) {
      links.send(keys.lane(), LaneMessages.Keys.of(keys));
    } else if (action instanceof WorkerAction.SendDrop drop) {
      links.send(drop.lane(), new LaneMessages.Drop(drop.list()));
    } else if (action instanceof WorkerAction.SendPull pull) {
      links.send(pull.lane(), LaneMessages.Pull.of(pull));
    } else if (action instanceof WorkerAction.Score score) {
      host.afterMillis(1, () -> onValues(pulled.remove(score.work()), score.values()));
    } else if (action instanceof WorkerAction.SendToMaster send) {
      say(send.message());
    }
  }

  private void onValues(Pull pull, List<LaneValues> values) {
    world.chaos().hit("ROWS_PULLED_TO_SCORE", step);
    KeyListLayout layout = FakeModel.layout(pull.keys);
    float[] weights = new float[layout.size()];
    values.forEach(lane -> layout.scatter(lane, weights));
    ready(pull.task, (table, key) -> FakeModel.weightOf(pull.keys, weights, table, key));
  }

  private void ready(ToWorker.Task task, BiFunction<Integer, Long, Float> weightOf) {
    running--;
    busy = now();
    computed(task, weightOf);
    takeTasks();
  }

  private void computed(ToWorker.Task task, BiFunction<Integer, Long, Float> weightOf) {
    if (touches(task, SimJob.Special.POISON_BLOCK)) {
      if (isKnown()) {
        world.killed(job);
      }
      exit(SimWorker.EXIT_BAD_MEMORY);
    } else if (touches(task, SimJob.Special.BAD_BLOCK)) {
      Failure failure = new Failure(FailureKind.INPUT_CORRUPT, "cannot decode", "", "mend it");
      tasks.onFailed(task, job.specialBlock(), failure).ifPresent(this::say);
    } else {
      long computed = FakeModel.metrics(task.blocks()).records();
      if (service == null) {
        onComputed(computed);
      }
      if (tasks.onComputed(task)) {
        append(task, weightOf);
      } else {
        world.chaos().hit("ROWS_DROPPED", step);
      }
    }
  }

  /** Counts records that are computed. */
  void onComputed(long computed) {
    records += computed;
    world.oracle(job).computed(computed);
  }

  /** A thread of it is at a block that it never comes back from. */
  void hang(int at) {
    block = at;
  }

  @Override
  void onEnded(int code) {
    if (service == null) {
      super.onEnded(code);
    } else {
      service.onMemberEnded(code);
    }
  }

  private void append(ToWorker.Task task, BiFunction<Integer, Long, Float> weightOf) {
    if (open == null && !begin(task.slot().number())) {
      loseFile();
      return;
    }
    List<Integer> blocks = FakeModel.numbers(task.blocks());
    OutputFile.Task rows = ScoreFiles.task(task.slot().number(), blocks);
    open.append(rows, blocks, FakeModel.evaluation(task.blocks(), weightOf));
    if (isFailing("appending")) {
      loseFile();
      return;
    }
    if (isKilled()) {
      return;
    }
    say(tasks.done(task.slot().number(), rows.rows()));
    if (open.size() >= most) {
      close();
    }
  }

  private boolean begin(long slot) {
    if (isFailing("creating")) {
      return false;
    }
    if (!hasMadeFolder) {
      files.makeFolder();
      hasMadeFolder = true;
    }
    String name = String.format(Locale.ROOT, "part-%05d-%s-%d", slot, incarnation(), ++count);
    open = files.create(name, incarnation().number());
    begun = world.schedule().nanos();
    most = 1 + world.schedule().below(job.training().scoring().fileTasks());
    return open != null;
  }

  @Override
  void beforeLeaving() {
    if (open != null) {
      world.chaos().hit("FILE_OF_THE_LEAVING", step);
      close();
    }
  }

  private void close() {
    step = "closing";
    if (isKilled()) {
      return;
    }
    OutputFile file = open.close();
    if (file == null || isFailing("closing")) {
      loseFile();
      return;
    }
    open = null;
    if (!isKilled()) {
      say(tasks.onWritten(file));
      step = "written";
    }
  }

  private boolean isKilled() {
    SimJob owner = service == null ? job : world.scenario().pool().session();
    boolean isKilled = world.chaos().kills(Fault.WORKER_CRASH, owner.id(), 60, step);
    if (isKilled) {
      exit(KILLED);
    }
    return isKilled;
  }

  private boolean isFailing(String what) {
    int failures = job.training().scoring().failures();
    boolean isFailing = failures > 0 && world.schedule().oneIn(failures);
    if (isFailing) {
      world.chaos().hit("OUTPUT_FAILS", what);
    }
    return isFailing;
  }

  /** The open file is given up. It may be whole, and stays in the folder. */
  private void loseFile() {
    open = null;
    tasks.onFileLost();
    resume = world.schedule().nanos() + TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS);
  }
}
