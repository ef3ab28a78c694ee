package trainer.worker.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.avro.model.ManifestFile;
import trainer.avro.model.ModelManifest;
import trainer.container.files.RetryPolicy;
import trainer.container.files.StoredModel;
import trainer.container.files.WriteFailures;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.feature.encode.TableEncoding;
import trainer.core.id.Incarnation;
import trainer.core.job.JobSpec;
import trainer.core.message.FromMember;
import trainer.core.message.ToMember;
import trainer.core.message.ToRole;
import trainer.core.message.ToWorker;
import trainer.data.format.TableUse;
import trainer.data.read.BlockReader;
import trainer.learning.block.TrainedModel;
import trainer.learning.model.Models;
import trainer.learning.spi.Model;
import trainer.worker.cache.PatientSource;
import trainer.worker.compute.BlockProgress;
import trainer.worker.score.BlockScorer;
import trainer.worker.score.OutputColumns;
import trainer.worker.score.OutputFiles;
import trainer.worker.score.OutputFormat;
import trainer.worker.score.RowAssembly;
import trainer.worker.score.ScoredTask;
import trainer.worker.score.ScoringTasks;

/**
 * The worker of a scoring job: the trained model in memory, threads that score tasks, and the open
 * file of the output.
 *
 * <p>A file is closed when it is full, when it is old, or when the worker has had nothing to do for
 * a moment. If the output cannot be written, the tasks of the open file are computed again, as long
 * as the trouble may pass.
 *
 * <p>Locks: the tasks and the open file have one lock, this object. Rows are appended under it, so
 * that a task is in a file exactly if {@link ScoringTasks} says so.
 */
public final class ScoringProcess implements WorkerRun {
  private static final Logger LOG = LoggerFactory.getLogger(ScoringProcess.class);
  private static final double SHARE_OF_HEAP = 0.8;
  private static final long TICK_MILLIS = 20;
  private static final long IDLE = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long OLD = TimeUnit.SECONDS.toNanos(30);
  private static final long PATIENCE = TimeUnit.MINUTES.toNanos(3);

  /** The pause after a file of the output is lost. */
  private static final long PAUSE_MILLIS = 1000;

  private final JobSpec spec;
  private final Settings settings;
  private final Configuration hadoop;
  private final Model model;
  private final ModelManifest manifest;
  private final TrainedModel rows;
  private final OutputColumns columns;
  private final OutputFormat format;
  private final OutputFiles files;
  private final ScoringTasks tasks = new ScoringTasks();
  private final BlockProgress progress = new BlockProgress();
  private final CountedSource.Counter reading = new CountedSource.Counter();
  private final Consumer<List<FromMember>> master;
  private final Consumer<Throwable> fatal;
  private final List<Thread> threads = new ArrayList<>();
  private Incarnation incarnation = Incarnation.NONE;
  private long term;
  private long begun;
  private long busy;
  private long failing;
  private long resume = System.nanoTime();
  private String leaving;

  /**
   * Loads the trained model.
   *
   * @param hadoop for the input, the model and the output
   * @param classes the class loader of the model
   * @param master takes messages to the master that belong together, on any thread, without waiting
   * @param fatal receives an impossible failure: the process must end at once
   * @throws FailureException when the model cannot be loaded, or is another one than at the start
   */
  public ScoringProcess(
      JobSpec spec,
      Configuration hadoop,
      ClassLoader classes,
      Consumer<List<FromMember>> master,
      Consumer<Throwable> fatal) {
    this.spec = spec;
    this.settings = Settings.of(spec.settings());
    this.hadoop = hadoop;
    this.master = master;
    this.fatal = fatal;
    this.model = Models.load(settings, classes);
    String uri = settings.get(Keys.SCORE_MODEL_URI);
    try {
      StoredModel stored = StoredModel.at(uri, hadoop);
      this.manifest = ManifestFile.read(stored);
      requireSame(uri);
      long memory = (long) (Runtime.getRuntime().maxMemory() * SHARE_OF_HEAP);
      this.rows = TrainedModel.read(stored, manifest, memory, threadCount());
    } catch (IOException e) {
      throw new FailureException(
          new Failure(FailureKind.STORAGE_FAILED, "the model cannot be read: " + e, uri, ""), e);
    }
    this.columns =
        OutputColumns.of(TableUse.of(settings).kept(), model.labels(), model.outputs().names());
    this.format = OutputFormat.of(settings.get(Keys.SCORE_OUTPUT_FORMAT), columns);
    long most = (long) settings.get(Keys.SCORE_FILE_MB) << 20;
    this.files = new OutputFiles(hadoop, spec.scoreFolder(), format, most);
    LOG.info("model {} with {} rows, {} threads", uri, manifest.rows(), threadCount());
  }

  private int threadCount() {
    return settings.get(Keys.WORKER_VCORES);
  }

  private void requireSame(String uri) {
    String expected = settings.find(Keys.SCORE_MODEL_ID).orElse(manifest.modelId());
    if (!manifest.modelId().equals(expected)) {
      throw new FailureException(
          FailureKind.INPUT_CHANGED,
          "the model is " + manifest.modelId() + " now, and was " + expected + " at the start",
          uri,
          "score with a model that stays as it is; run the job again");
    }
  }

  @Override
  public synchronized void onMessage(ToRole message) {
    if (message instanceof ToMember.Welcome welcome) {
      incarnation = welcome.incarnation();
      term = Math.max(term, welcome.term().number());
    } else if (message instanceof ToWorker.AssignTasks assigned) {
      if (assigned.term().number() >= term) {
        term = assigned.term().number();
        send(tasks.onAssigned(assigned));
        notifyAll();
      }
    } else if (message instanceof ToMember.Leave leave && leave.term().number() >= term) {
      leave(leave.reason());
    }
  }

  private void send(List<FromMember> messages) {
    if (!messages.isEmpty()) {
      master.accept(messages);
    }
  }

  @Override
  public FromMember.Heartbeat heartbeat(long probe) {
    return new FromMember.Heartbeat(probe, progress.records(), progress.block());
  }

  @Override
  public synchronized void leave(String reason) {
    leaving = reason;
    notifyAll();
  }

  @Override
  public String run() throws InterruptedException {
    for (int i = 0; i < threadCount(); i++) {
      start(new Thread(this::scoreAll, "scorer-" + i));
    }
    synchronized (this) {
      while (leaving == null) {
        wait(TICK_MILLIS);
        closeIfDue();
      }
    }
    String stacks = progress.stacks();
    if (!stacks.isEmpty()) {
      LOG.warn("leaves ({}) while\n{}", leaving, stacks);
    }
    threads.forEach(Thread::interrupt);
    return leaving;
  }

  private void start(Thread thread) {
    thread.setDaemon(true);
    thread.setUncaughtExceptionHandler((dead, cause) -> fatal.accept(cause));
    threads.add(thread);
    thread.start();
  }

  private void scoreAll() {
    RowAssembly assembly =
        new RowAssembly(format, columns, model.outputs(), model.labels().scores());
    TableEncoding encoding = TableEncoding.features(manifest.standardisations());
    FileBlockSource blocks =
        new FileBlockSource(new BlockReader(hadoop, settings, spec.labels(), () -> encoding));
    try (BlockScorer scorer =
        new BlockScorer(
            model,
            manifest.tables(),
            rows,
            new PatientSource(new CountedSource(blocks, reading), RetryPolicy.withStorages()),
            assembly,
            progress,
            bad -> master.accept(List.of(bad)))) {
      while (true) {
        score(scorer, awaitTask());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized ToWorker.Task awaitTask() throws InterruptedException {
    while (true) {
      boolean isPausing = System.nanoTime() - resume < 0;
      Optional<ToWorker.Task> task = isPausing ? Optional.empty() : tasks.next();
      if (task.isPresent()) {
        return task.get();
      }
      wait(PAUSE_MILLIS);
    }
  }

  private void score(BlockScorer scorer, ToWorker.Task task) throws InterruptedException {
    try {
      add(task, scorer.score(task));
    } catch (FailureException e) {
      if (Thread.currentThread().isInterrupted()) {
        throw new InterruptedException();
      }
      synchronized (this) {
        tasks.onFailed(task, scorer.block(), e.failure()).ifPresent(one -> send(List.of(one)));
        busy = System.nanoTime();
      }
    }
  }

  private synchronized void add(ToWorker.Task task, ScoredTask scored) throws InterruptedException {
    busy = System.nanoTime();
    if (!tasks.onComputed(task)) {
      return;
    }
    boolean isNew = !files.isOpen();
    try {
      files.append(scored, incarnation);
    } catch (IOException | RuntimeException e) {
      onFileLost(e);
      return;
    }
    begun = isNew ? busy : begun;
    send(List.of(tasks.done(task.slot().number(), scored.task().rows())));
    if (files.isFull()) {
      close();
    }
  }

  private void closeIfDue() throws InterruptedException {
    long now = System.nanoTime();
    boolean isIdle = tasks.isIdle() && now - busy > IDLE;
    if (files.isOpen() && (isIdle || now - begun > OLD)) {
      close();
    }
  }

  private void close() throws InterruptedException {
    try {
      send(List.of(tasks.onWritten(files.close())));
      failing = 0;
    } catch (IOException | RuntimeException e) {
      onFileLost(e);
    }
  }

  /** The output cannot be written: the tasks of the open file wait again. */
  private void onFileLost(Exception e) throws InterruptedException {
    if (Thread.currentThread().isInterrupted()) {
      throw new InterruptedException();
    }
    long now = System.nanoTime();
    failing = failing == 0 ? now : failing;
    if (now - failing > PATIENCE) {
      throw new FailureException(WriteFailures.of(e, spec.scoreFolder()), e);
    }
    LOG.warn("a file of the output is lost, and its tasks are computed again", e);
    files.abandon();
    tasks.onFileLost();
    resume = now + TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS);
  }
}
