package trainer.it.simulation.process;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.job.Role;
import trainer.core.message.FromMember;
import trainer.core.message.OutputFile;
import trainer.core.message.ToMember;
import trainer.core.message.ToRole;
import trainer.core.message.ToWorker;
import trainer.it.simulation.checks.ScoreFiles;
import trainer.it.simulation.scenario.FakeModel;
import trainer.it.simulation.scenario.Fault;
import trainer.it.simulation.scenario.SimJob;
import trainer.worker.score.ScoringTasks;

/**
 * The process of a scoring job's worker around the real {@link ScoringTasks}, with the steps of
 * {@code ScoringProcess}. Its threads take their time, and its files are those of {@link
 * ScoreFiles}.
 */
public final class SimScorer extends SimMember {
  private static final long TICK_MILLIS = 50;
  private static final long IDLE = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long OLD = TimeUnit.SECONDS.toNanos(2);
  private static final long PAUSE_MILLIS = 1000;

  private final ScoringTasks tasks = new ScoringTasks();
  private final ScoreFiles files;
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

  SimScorer(World world, SimJob job, int index, String containerId) {
    super(world, job, Role.WORKER, index, containerId);
    this.files = world.scores(job).files();
    this.threads = 1 + world.schedule().below(2);
    this.slowness = world.chaos().strikes(Fault.SLOW_WORKER, 3, "starting") ? 20 : 1;
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
    host.afterMillis(TICK_MILLIS, this::tick);
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
    if (message instanceof ToMember.Welcome) {
      step = "idle";
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
    if (touches(task, job.special().hangs()) && world.hangs(job)) {
      block = job.specialBlock();
      return; // this thread never comes back
    }
    long millis = (2L + world.schedule().below(40)) * slowness;
    host.afterMillis(
        millis,
        () -> {
          running--;
          busy = world.schedule().nanos();
          computed(task);
          takeTasks();
        });
  }

  private void computed(ToWorker.Task task) {
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
      records += computed;
      world.oracle(job).computed(computed);
      if (tasks.onComputed(task)) {
        append(task);
      } else {
        world.chaos().hit("ROWS_DROPPED", step);
      }
    }
  }

  private void append(ToWorker.Task task) {
    if (open == null && !begin(task.slot().number())) {
      loseFile();
      return;
    }
    List<Integer> blocks = FakeModel.numbers(task.blocks());
    OutputFile.Task rows = ScoreFiles.task(task.slot().number(), blocks);
    open.append(rows, blocks, FakeModel.evaluation(task.blocks(), (table, key) -> key / 64f));
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
    boolean isKilled = world.chaos().kills(Fault.WORKER_CRASH, job.id(), 60, step);
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
