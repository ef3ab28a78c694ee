package trainer.worker.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.core.id.Incarnation;
import trainer.core.job.JobSpec;
import trainer.core.message.FromMember;
import trainer.core.message.Moved;
import trainer.core.message.ToMember;
import trainer.core.message.ToRole;
import trainer.core.message.ToWorker;
import trainer.core.message.WorkerTotals;
import trainer.protocol.auth.Secret;
import trainer.protocol.bulk.Traffic;
import trainer.worker.compute.BlockProgress;
import trainer.worker.output.OutputLoop;
import trainer.worker.output.ScoringTasks;
import trainer.worker.output.TaskRows;

/**
 * The worker of a job that trains nothing: threads that make the rows of tasks, and the thread of
 * {@link #run}, which writes the output.
 *
 * <p>The monitor of {@link ScoringTasks} guards the tasks. No thread reads, computes or writes
 * while it holds it.
 */
public final class RowProcess implements WorkerRun {
  private static final Logger LOG = LoggerFactory.getLogger(RowProcess.class);

  /** How often a thread without a task looks whether a pause is over. */
  private static final long PAUSE_CHECK_MILLIS = 1000;

  /** Threads a vcore where rows are pulled: one computes while the other waits. */
  private static final int THREADS_THAT_PULL = 2;

  private final JobSpec spec;
  private final Settings settings;
  private final Traffic traffic = new Traffic();
  private final LaneOpenings openings;

  /** Pulls the rows; null if they are in memory. */
  private final ServedModel served;

  private final JobRows rows;
  private final ScoringTasks tasks = new ScoringTasks();
  private final OutputLoop output;
  private final BlockProgress progress = new BlockProgress();
  private final CountedSource.Counter reading = new CountedSource.Counter();
  private final Turns turns;
  private final Consumer<List<FromMember>> master;
  private final Consumer<Throwable> fatal;
  private final List<Thread> computers = new ArrayList<>();
  private volatile Incarnation incarnation = Incarnation.NONE;
  private volatile String leaving;

  /**
   * Loads the trained model of a scoring job.
   *
   * @param index its index in the job
   * @param secret the job's secret
   * @param hadoop for the input, the model and the output
   * @param classes the class loader of the model
   * @param turns of the threads that compute; {@link Turns#FREE} in a process of this job alone
   * @param master takes messages to the master that belong together, on any thread, without waiting
   * @param fatal receives a failure with which the process must end at once
   * @throws FailureException when the model cannot be loaded
   */
  public RowProcess(
      JobSpec spec,
      int index,
      Secret secret,
      Configuration hadoop,
      ClassLoader classes,
      Turns turns,
      Consumer<List<FromMember>> master,
      Consumer<Throwable> fatal) {
    this.spec = spec;
    this.settings = Settings.of(spec.settings());
    this.turns = turns;
    this.master = master;
    this.fatal = fatal;
    this.openings = new LaneOpenings(spec, index, secret, traffic);
    this.served = spec.isServed() ? served() : null;
    this.rows =
        new JobRows(
            spec,
            hadoop,
            classes,
            served,
            new JobRows.Reports(
                progress,
                reading,
                () -> turns.pass(progress.records()),
                bad -> master.accept(List.of(bad))));
    this.output =
        new OutputLoop(
            rows.files(),
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
    for (int i = 0; i < threads(); i++) {
      start(new Thread(this::computeAll, "rows-" + i));
    }
    try {
      while (leaving == null) {
        output.step(incarnation);
      }
      computers.forEach(Thread::interrupt);
      output.closeLast();
    } catch (FailureException e) {
      fatal.accept(e);
      throw e;
    } finally {
      computers.forEach(Thread::interrupt);
    }
    String stacks = progress.stacks();
    if (!stacks.isEmpty()) {
      LOG.warn("leaves ({}) while\n{}", leaving, stacks);
    }
    if (served != null) {
      served.close();
    }
    return leaving;
  }

  /**
   * Waits for the threads that compute, after {@link #run} has ended, and frees the model's native
   * memory; a model's code may ignore that it is interrupted.
   *
   * @return whether all have ended in this time
   */
  public boolean awaitEnd(Duration patience) throws InterruptedException {
    long until = System.nanoTime() + patience.toNanos();
    for (Thread computer : computers) {
      computer.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime())));
    }
    boolean haveEnded = computers.stream().noneMatch(Thread::isAlive);
    if (haveEnded) {
      rows.close();
    }
    return haveEnded;
  }

  /** The threads that compute; an import has one, since a file takes one task after the other. */
  private int threads() {
    if (spec.isImporting()) {
      return 1;
    }
    return settings.get(Keys.WORKER_VCORES) * (served == null ? 1 : THREADS_THAT_PULL);
  }

  private void start(Thread computer) {
    computer.setDaemon(true);
    computer.setUncaughtExceptionHandler((dead, cause) -> fatal.accept(cause));
    computers.add(computer);
    computer.start();
  }

  private void computeAll() {
    try (TaskRows computer = rows.ofThread()) {
      while (true) {
        ToWorker.Task task = awaitTask();
        turns.begin();
        try {
          compute(computer, task);
        } finally {
          turns.end(progress.records());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
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

  private void compute(TaskRows computer, ToWorker.Task task) throws InterruptedException {
    try {
      output.offer(task, computer.compute(task, part -> output.offerPart(task, part)));
    } catch (FailureException e) {
      if (Thread.currentThread().isInterrupted()) {
        throw new InterruptedException();
      }
      output.drop(task);
      synchronized (tasks) {
        tasks
            .onFailed(task, computer.block(), e.failure())
            .ifPresent(failed -> master.accept(List.of(failed)));
      }
    }
  }
}
