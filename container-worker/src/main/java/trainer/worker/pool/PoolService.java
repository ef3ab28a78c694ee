package trainer.worker.pool;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.container.files.RetryPolicy;
import trainer.container.files.SubmittedJob;
import trainer.container.files.UserClasses;
import trainer.container.files.UserJarCopies;
import trainer.container.identity.WorkingFolder;
import trainer.container.session.MemberSession;
import trainer.container.session.SessionMember;
import trainer.container.start.ContainerProcess;
import trainer.core.config.Settings;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.id.Incarnation;
import trainer.core.job.JobFolder;
import trainer.core.job.JobSpec;
import trainer.core.job.Role;
import trainer.core.message.FromMember;
import trainer.core.message.FromWorker;
import trainer.core.message.ToMember;
import trainer.core.message.ToRole;
import trainer.core.message.ToWorker;
import trainer.worker.run.RowProcess;

/**
 * One job that a worker of the pool serves: it loads the job's model, registers with the job's
 * tracker, and makes rows until the tracker or the pool lets it go.
 */
final class PoolService implements SessionMember {
  private static final Logger LOG = LoggerFactory.getLogger(PoolService.class);
  private static final Duration LAST_WORD = Duration.ofSeconds(2);
  private static final long WELCOME_SECONDS = 30;
  private static final Duration END_PATIENCE = Duration.ofSeconds(10);

  private final ContainerProcess process;
  private final ToWorker.Serving serving;
  private final LibraryClasses libraries;
  private final TurnGate gate;
  private final TurnGate.OfJob turns;
  private final Runnable changed;
  private final Thread thread;
  private final CountDownLatch welcome = new CountDownLatch(1);
  private final long beganAt = System.nanoTime();
  private volatile JobSpec spec;
  private volatile RowProcess rows;
  private final CompletableFuture<MemberSession> session = new CompletableFuture<>();
  private volatile long loadNanos;
  private volatile boolean hasEnded;
  private volatile boolean isReported;

  /**
   * @param changed is called when the service is ready, and when it has ended
   */
  PoolService(
      ContainerProcess process,
      LibraryClasses libraries,
      ToWorker.Serving serving,
      TurnGate gate,
      Runnable changed) {
    this.process = process;
    this.libraries = libraries;
    this.serving = serving;
    this.gate = gate;
    this.turns = gate.add(serving.job());
    this.changed = changed;
    this.thread = new Thread(this::run, "serves-" + serving.job().number());
    thread.setDaemon(true);
    turn(serving);
  }

  void start() {
    thread.start();
  }

  /** Sets the length of the job's turns, and the rows of other workers. */
  void turn(ToWorker.Serving order) {
    turns.turn(order.turnNanos(), order.elsewhere());
  }

  /** Ends the service at once; rows that are not written are lost. */
  void end() {
    thread.interrupt();
  }

  /** Whether it has ended and was reported once since: reports then omit it. */
  boolean isOver() {
    return hasEnded && isReported;
  }

  boolean hasEnded() {
    return hasEnded;
  }

  /** The state of the service, for the pool. */
  FromWorker.Service report() {
    isReported = true;
    RowProcess loaded = rows;
    boolean isReady = loaded != null;
    return new FromWorker.Service(
        serving.service(),
        serving.job(),
        serving.index(),
        isReady,
        isReady ? loadNanos : System.nanoTime() - beganAt,
        isReady ? loaded.heartbeat(0).recordsComputed() : 0,
        turns.busyNanos());
  }

  private void run() {
    try {
      serve();
    } catch (InterruptedException e) {
      LOG.info("serves {} no more: the pool has ended it", serving.job());
    } catch (FailureException e) {
      tell(e.failure());
    } catch (IOException | RuntimeException e) {
      tell(failure(FailureKind.STORAGE_FAILED, e));
    } catch (VirtualMachineError e) {
      endProcess(e);
    } catch (Error e) {
      tell(failure(FailureKind.MODEL_CODE_FAILED, e)); // such as a class that is missing
    }
    end(rows);
    if (session.isDone()) {
      session.join().exit(true, LAST_WORD);
    }
    gate.remove(turns);
    hasEnded = true;
    changed.run();
  }

  private void serve() throws IOException, InterruptedException {
    spec = RetryPolicy.withStorages().until("Reading the file of " + serving.job(), this::read);
    RowProcess loaded = load();
    loadNanos = System.nanoTime() - beganAt;
    rows = loaded;
    LOG.info("serves {} after {} ms", serving.job(), TimeUnit.NANOSECONDS.toMillis(loadNanos));
    changed.run();
    session.complete(process.join(spec, serving.index(), this));
    String why = loaded.run();
    LOG.info("serves {} no more: {}", serving.job(), why);
  }

  /** Ends the process if a thread of the job does not end: it would compute for nobody. */
  private void end(RowProcess loaded) {
    try {
      if (loaded != null && !loaded.awaitEnd(END_PATIENCE)) {
        LOG.error("a thread of {} does not end", serving.job());
        process.leave(ContainerProcess.UNEXPECTED);
      }
    } catch (InterruptedException e) {
      LOG.debug("ended twice", e);
    }
  }

  private JobSpec read() throws IOException {
    JobFolder folder = process.spec().files();
    FileSystem files = new Path(folder.root()).getFileSystem(process.hadoop());
    JobSpec read = SubmittedJob.read(files, folder, serving.job(), serving.digest());
    new UserJarCopies(files).fetch(read);
    return read;
  }

  private RowProcess load() {
    List<java.nio.file.Path> jars = WorkingFolder.jars(spec);
    Configuration reading = UserClasses.reading(process.hadoop(), jars);
    boolean isForeign = Settings.of(spec.settings()).appliesForeignModel();
    return new RowProcess(
        spec,
        serving.index(),
        process.secret().ofJob(spec.id()),
        reading,
        isForeign ? libraries.of(jars) : UserClasses.of(jars),
        turns,
        messages -> session.join().send(messages),
        this::fatal);
  }

  /** Tells the job why it cannot be served; without a word it would only wait. */
  private void tell(Failure failure) {
    LOG.error("cannot serve {}: {}", serving.job(), failure.message());
    if (spec == null) {
      return; // the pool sees that the service has ended
    }
    try {
      if (!session.isDone()) {
        session.complete(process.join(spec, serving.index(), this));
      }
      if (welcome.await(WELCOME_SECONDS, TimeUnit.SECONDS)) {
        session.join().send(new FromMember.MemberFailure(failure));
      }
    } catch (InterruptedException e) {
      LOG.debug("the job has been told already, or does not matter any more", e);
    }
  }

  /** Ends the service after the death of one of its threads. */
  private void fatal(Throwable cause) {
    if (cause instanceof VirtualMachineError error) {
      endProcess(error);
    }
    LOG.error("cannot serve {} any more", serving.job(), cause);
    boolean isOfModel = cause instanceof Error;
    Failure failure =
        cause instanceof FailureException known
            ? known.failure()
            : failure(isOfModel ? FailureKind.MODEL_CODE_FAILED : FailureKind.UNEXPECTED, cause);
    session.join().send(new FromMember.MemberFailure(failure));
    thread.interrupt();
  }

  private static Failure failure(FailureKind kind, Throwable cause) {
    return new Failure(kind, cause.toString(), "in a worker", "see its log");
  }

  /**
   * Ends the process after an error of the virtual machine, such as a lack of memory, which may
   * concern every job. The master then has each job served by processes of its own, so the next
   * such end is that of one job.
   */
  private void endProcess(Error cause) {
    LOG.error("this worker cannot go on; it was about to serve {}", serving.job(), cause);
    process.leave(ContainerProcess.UNEXPECTED);
  }

  @Override
  public FromMember.Register register(Incarnation incarnation) {
    return new FromMember.Register(
        new FromMember.Identity(
            Role.WORKER, serving.index(), serving.service(), ProcessHandle.current().pid()),
        new FromMember.Address(process.identity().host()),
        spec.datasetDigest(),
        incarnation);
  }

  @Override
  public FromMember.Heartbeat heartbeat(long probe) {
    RowProcess loaded = rows;
    return loaded == null ? new FromMember.Heartbeat(probe, 0, -1) : loaded.heartbeat(probe);
  }

  @Override
  public void onMessage(ToRole message) {
    if (rows != null) {
      rows.onMessage(message);
    }
    if (message instanceof ToMember.Welcome) {
      welcome.countDown();
    }
  }

  @Override
  public void onLost(Failure why) {
    LOG.info("{}: {}", serving.job(), why.message());
    welcome.countDown();
    thread.interrupt();
  }
}
