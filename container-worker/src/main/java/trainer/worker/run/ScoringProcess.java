package trainer.worker.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.container.files.RetryPolicy;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.core.feature.encode.TableEncoding;
import trainer.core.id.Incarnation;
import trainer.core.job.JobSpec;
import trainer.core.message.FromMember;
import trainer.core.message.Moved;
import trainer.core.message.ToMember;
import trainer.core.message.ToRole;
import trainer.core.message.ToWorker;
import trainer.core.message.WorkerTotals;
import trainer.data.format.TableUse;
import trainer.data.read.BlockReader;
import trainer.protocol.auth.Secret;
import trainer.protocol.bulk.Traffic;
import trainer.worker.cache.PatientSource;
import trainer.worker.compute.BlockProgress;
import trainer.worker.score.AppliedModel;
import trainer.worker.score.BlockScorer;
import trainer.worker.score.OutputColumns;
import trainer.worker.score.OutputFiles;
import trainer.worker.score.OutputFormat;
import trainer.worker.score.OutputLoop;
import trainer.worker.score.RowAssembly;
import trainer.worker.score.ScoringTasks;

/**
 * The worker of a scoring job: threads that score tasks, and the thread of {@link #run}, which
 * writes the output. The rows of the model are in memory, or on pservers.
 *
 * <p>The monitor of {@link ScoringTasks} guards the tasks. No thread reads, computes or writes
 * while it holds it.
 */
public final class ScoringProcess implements WorkerRun {
  private static final Logger LOG = LoggerFactory.getLogger(ScoringProcess.class);

  /** How often a thread without a task looks whether a pause is over. */
  private static final long PAUSE_CHECK_MILLIS = 1000;

  /** Threads a vcore where rows are pulled: one computes while the other waits. */
  private static final int THREADS_THAT_PULL = 2;

  private final JobSpec spec;
  private final Settings settings;
  private final Configuration hadoop;
  private final Traffic traffic = new Traffic();
  private final LaneOpenings openings;

  /** Pulls the rows; null if they are in memory. */
  private final ServedModel served;

  private final AppliedModel applied;
  private final OutputColumns columns;
  private final OutputFormat format;
  private final ScoringTasks tasks = new ScoringTasks();
  private final OutputLoop output;
  private final BlockProgress progress = new BlockProgress();
  private final CountedSource.Counter reading = new CountedSource.Counter();
  private final Consumer<List<FromMember>> master;
  private final Consumer<Throwable> fatal;
  private final List<Thread> scorers = new ArrayList<>();
  private volatile Incarnation incarnation = Incarnation.NONE;
  private volatile String leaving;

  /**
   * Loads the trained model.
   *
   * @param index its index in the job
   * @param secret the job's secret
   * @param hadoop for the input, the model and the output
   * @param classes the class loader of the model
   * @param master takes messages to the master that belong together, on any thread, without waiting
   * @param fatal receives a failure with which the process must end at once
   * @throws FailureException when the model cannot be loaded
   */
  public ScoringProcess(
      JobSpec spec,
      int index,
      Secret secret,
      Configuration hadoop,
      ClassLoader classes,
      Consumer<List<FromMember>> master,
      Consumer<Throwable> fatal) {
    this.spec = spec;
    this.settings = Settings.of(spec.settings());
    this.hadoop = hadoop;
    this.master = master;
    this.fatal = fatal;
    this.openings = new LaneOpenings(spec, index, secret, traffic);
    this.served = spec.isServed() ? served() : null;
    this.applied =
        served == null
            ? AppliedModel.load(settings, hadoop, classes)
            : AppliedModel.served(settings, hadoop, classes, served);
    List<String> outputs = applied.model().outputs().names();
    List<String> kept = TableUse.of(settings).kept();
    this.columns = OutputColumns.of(kept, applied.model().labels(), outputs);
    this.format = OutputFormat.of(settings.get(Keys.SCORE_OUTPUT_FORMAT), columns);
    long most = (long) settings.get(Keys.SCORE_FILE_MB) << 20;
    this.output =
        new OutputLoop(
            new OutputFiles(hadoop, spec.scoreFolder(), format, most),
            tasks,
            master,
            () -> new WorkerTotals(moved(), reading.total()),
            System::nanoTime);
  }

  private ServedModel served() {
    Duration silence = settings.get(Keys.HEARTBEAT_TIMEOUT).dividedBy(2);
    return new ServedModel(spec.tables(), openings, silence, master, fatal);
  }

  private Moved moved() {
    return new Moved(traffic.sent(), traffic.received());
  }

  @Override
  public void onMessage(ToRole message) {
    if (message instanceof ToMember.Welcome welcome) {
      incarnation = welcome.incarnation();
      openings.as(incarnation);
      if (served != null) {
        served.onWelcome(welcome);
      }
    } else if (message instanceof ToMember.NewLine line) {
      if (served != null) {
        served.onLine(line);
      }
    } else if (message instanceof ToWorker.AssignTasks assigned) {
      synchronized (tasks) {
        List<FromMember> answers = tasks.onAssigned(assigned);
        if (!answers.isEmpty()) {
          master.accept(answers);
        }
        tasks.notifyAll();
      }
    } else if (message instanceof ToMember.Leave leave) {
      leave(leave.reason());
    }
  }

  @Override
  public FromMember.Heartbeat heartbeat(long probe) {
    return new FromMember.Heartbeat(probe, progress.records(), progress.block());
  }

  @Override
  public void leave(String reason) {
    leaving = reason;
  }

  @Override
  public String run() throws InterruptedException {
    int threads = settings.get(Keys.WORKER_VCORES) * (served == null ? 1 : THREADS_THAT_PULL);
    for (int i = 0; i < threads; i++) {
      start(new Thread(this::scoreAll, "scorer-" + i));
    }
    try {
      while (leaving == null) {
        output.step(incarnation);
      }
    } catch (FailureException e) {
      fatal.accept(e);
      throw e;
    }
    String stacks = progress.stacks();
    if (!stacks.isEmpty()) {
      LOG.warn("leaves ({}) while\n{}", leaving, stacks);
    }
    scorers.forEach(Thread::interrupt);
    if (served != null) {
      served.close();
    }
    return leaving;
  }

  private void start(Thread scorer) {
    scorer.setDaemon(true);
    scorer.setUncaughtExceptionHandler((dead, cause) -> fatal.accept(cause));
    scorers.add(scorer);
    scorer.start();
  }

  private void scoreAll() {
    try (BlockScorer scorer = scorer()) {
      while (true) {
        score(scorer, awaitTask());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private BlockScorer scorer() {
    TableEncoding encoding = TableEncoding.features(applied.manifest().standardisations());
    FileBlockSource blocks =
        new FileBlockSource(new BlockReader(hadoop, settings, spec.labels(), () -> encoding));
    int scores = applied.model().labels().scores();
    return new BlockScorer(
        applied,
        new PatientSource(new CountedSource(blocks, reading), RetryPolicy.withStorages()),
        new RowAssembly(format, columns, applied.model().outputs(), scores),
        progress,
        bad -> master.accept(List.of(bad)));
  }

  private ToWorker.Task awaitTask() throws InterruptedException {
    synchronized (tasks) {
      while (true) {
        Optional<ToWorker.Task> task = output.isPausing() ? Optional.empty() : tasks.next();
        if (task.isPresent()) {
          return task.get();
        }
        tasks.wait(PAUSE_CHECK_MILLIS);
      }
    }
  }

  private void score(BlockScorer scorer, ToWorker.Task task) throws InterruptedException {
    try {
      output.offer(task, scorer.score(task));
    } catch (FailureException e) {
      if (Thread.currentThread().isInterrupted()) {
        throw new InterruptedException();
      }
      synchronized (tasks) {
        tasks
            .onFailed(task, scorer.block(), e.failure())
            .ifPresent(failed -> master.accept(List.of(failed)));
      }
    }
  }
}
