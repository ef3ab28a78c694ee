package trainer.journal;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.container.start.FaultHandler;
import trainer.core.fact.Entry;
import trainer.core.fact.Fact;
import trainer.core.fact.FleetFact;
import trainer.core.fact.JobFact;
import trainer.core.failure.Failpoint;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.id.Term;
import trainer.core.job.JobId;

/**
 * Makes facts durable in groups. All facts submitted during one flush form the next group; each log
 * of the group is flushed once, and then the whole group is reported safe.
 *
 * <p><em>Threading.</em> One thread, the core's, calls {@link #append}. Logs of one group are
 * written at the same time, unless one of them is new: the fleet's log begins before a job's.
 *
 * <p><em>Failure.</em> An append of unknown outcome is repeated with the same numbers until it is
 * safe. A refused append, or one whose outcome stays unknown for longer than {@code patience}, goes
 * to the fault handler.
 *
 * <p><em>Compaction.</em> A log is compacted after as many appends as its last snapshot held
 * entries, and at least {@value #SNAPSHOT_AFTER}. Recovery therefore reads little, and the cost of
 * snapshots stays proportional to that of the appends.
 */
public final class JournalThread implements Facts {
  private static final Logger LOG = LoggerFactory.getLogger(JournalThread.class);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

  private static final int SNAPSHOT_AFTER = 5_000;

  /** A fact; without one it ends the log of the job, or wakes the thread where there is no job. */
  private record Given(long ticket, Optional<JobId> job, Fact fact) {
    boolean isEnd() {
      return fact == null && job.isPresent();
    }
  }

  /** A log that was written to. */
  private static final class Written {
    private final StateStore.Log log;
    private long next;
    private long entries;
    private long snapshotAt = SNAPSHOT_AFTER;

    Written(StateStore.Log log) throws IOException {
      this.log = log;
      this.next = log.next();
      this.entries = log.read().size();
    }
  }

  private final StateStore store;
  private final Term term;
  private final Duration patience;
  private final UnaryOperator<List<Entry>> compaction;
  private final FaultHandler faults;
  private final BlockingQueue<Given> given = new LinkedBlockingQueue<>();
  private final Map<Optional<JobId>, Written> logs = new LinkedHashMap<>();
  private final ExecutorService writers = Executors.newCachedThreadPool(JournalThread::daemon);
  private long tickets;
  private Thread thread;
  private volatile boolean closing;
  private volatile boolean begun;

  /**
   * @param patience how long an append may be of unknown outcome before it is a fault
   * @param compaction gives fewer entries of the same meaning
   */
  public JournalThread(
      StateStore store,
      Term term,
      Duration patience,
      UnaryOperator<List<Entry>> compaction,
      FaultHandler faults) {
    this.store = store;
    this.term = term;
    this.patience = patience;
    this.compaction = compaction;
    this.faults = faults;
  }

  @Override
  public long append(JobId job, Fact fact) {
    long ticket = ++tickets;
    given.add(new Given(ticket, Optional.ofNullable(job), fact));
    return ticket;
  }

  @Override
  public void start(LongConsumer safe) {
    thread = daemon(() -> run(safe));
    thread.start();
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "journal");
    thread.setDaemon(true);
    return thread;
  }

  /** Closes the log of a job that is over, after the facts submitted so far. */
  public void release(JobId job) {
    given.add(new Given(0, Optional.of(job), null));
  }

  /** Whether the fleet's log and a job's log have both been written. Any thread. */
  public boolean hasBegun() {
    return begun;
  }

  /**
   * Makes all submitted facts durable and ends the thread, waiting at most {@code patience}; the
   * store stays open.
   */
  public void close() throws InterruptedException {
    closing = true;
    if (thread != null) {
      // Wakes the thread; groups skip entries without a fact.
      given.add(new Given(0, Optional.empty(), null));
      thread.join(patience.toMillis());
    }
  }

  /**
   * Ends the thread without what is not durable yet, and closes the store then. Does not wait: the
   * storage may be away.
   */
  public void abandon() {
    closing = true;
    thread.interrupt();
    daemon(this::closeStore).start();
  }

  private void closeStore() {
    try {
      thread.join();
      store.close();
    } catch (IOException | RuntimeException e) {
      LOG.info("The store of a master that leads no more was not closed: {}", e.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run(LongConsumer safe) {
    try {
      List<Given> group = new ArrayList<>();
      while (!closing || !given.isEmpty()) {
        group.add(given.take());
        given.drainTo(group);
        List<JobId> over = group.stream().filter(Given::isEnd).map(one -> one.job().get()).toList();
        group.removeIf(one -> one.fact() == null);
        if (!group.isEmpty()) {
          write(group);
          begun = begun || logs.size() > 1;
          safe.accept(group.get(group.size() - 1).ticket());
          group.clear();
          compact();
        }
        over.forEach(this::close);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (SupersededException e) {
      faults.fault("superseded", e);
    } catch (IOException e) {
      faults.fault("nothing can be recorded any more", unwritable(e));
    } catch (RuntimeException e) {
      faults.fault("the journal cannot be written", e);
    }
  }

  private void close(JobId job) {
    logs.remove(Optional.of(job));
    try {
      store.release(job);
    } catch (IOException e) {
      LOG.info("The log of {} was not closed; all of it is safe: {}", job, e.toString());
    }
  }

  private static FailureException unwritable(IOException cause) {
    Failure failure =
        new Failure(
            FailureKind.STORAGE_FAILED,
            "the journal cannot be written: " + cause,
            "the job's folder, or the state store",
            "check the storage's health");
    return new FailureException(failure, cause);
  }

  private void write(List<Given> group) throws IOException, InterruptedException {
    Map<Written, List<Entry>> byLog = new LinkedHashMap<>();
    for (Given one : group) {
      Written log = written(one.job());
      byLog
          .computeIfAbsent(log, key -> new ArrayList<>())
          .add(new Entry(log.next++, term, one.fact()));
    }
    boolean isAnyNew = byLog.keySet().stream().anyMatch(log -> log.entries == 0);
    if (byLog.size() == 1 || isAnyNew) { // the fleet's log begins before a job's
      for (Map.Entry<Written, List<Entry>> log : byLog.entrySet()) {
        write(log.getKey(), log.getValue());
      }
    } else {
      together(byLog);
    }
  }

  /** Writes to several logs at the same time; of their failures, one is thrown. */
  private void together(Map<Written, List<Entry>> byLog) throws IOException, InterruptedException {
    List<Callable<Void>> writes = new ArrayList<>();
    byLog.forEach(
        (log, entries) ->
            writes.add(
                () -> {
                  write(log, entries);
                  return null;
                }));
    for (Future<Void> write : writers.invokeAll(writes)) {
      try {
        write.get();
      } catch (ExecutionException e) {
        if (e.getCause() instanceof IOException failed) {
          throw failed;
        } else if (e.getCause() instanceof RuntimeException failed) {
          throw failed;
        }
        throw new IllegalStateException("a log cannot be written", e.getCause());
      }
    }
  }

  private void write(Written log, List<Entry> entries) throws IOException, InterruptedException {
    Failpoint.hit("master.beforeAppend");
    entries.forEach(entry -> hit("master.before", entry.fact()));
    writeUntilSafe(log.log, entries);
    log.entries += entries.size();
    entries.forEach(entry -> hit("master.after", entry.fact()));
  }

  /** Hits a failpoint per kind of fact, and per state or step for kinds that recur. */
  private static void hit(String where, Fact fact) {
    if (!Failpoint.isAnyArmed()) {
      return;
    }
    String kind = where + fact.getClass().getSimpleName();
    Failpoint.hit(kind);
    if (fact instanceof JobFact.StateEntered entered) {
      Failpoint.hit(kind + "." + entered.state());
    } else if (fact instanceof FleetFact.ContainerNoted noted) {
      Failpoint.hit(kind + "." + noted.step());
    }
  }

  private Written written(Optional<JobId> job) throws IOException {
    Written log = logs.get(job);
    if (log == null) {
      log = new Written(store.log(job.orElse(null)));
      logs.put(job, log);
    }
    return log;
  }

  /**
   * Compacts the logs that have grown enough; runs after the group was reported safe, so no fact
   * waits for it.
   */
  private void compact() {
    for (Written written : logs.values()) {
      if (written.entries >= written.snapshotAt) {
        try {
          List<Entry> snapshot = compaction.apply(written.log.read());
          // Before the attempt, so that after a failure the next one waits for as many appends.
          written.entries = snapshot.size();
          written.snapshotAt = written.entries + Math.max(SNAPSHOT_AFTER, written.entries);
          written.log.compact(snapshot);
        } catch (IOException e) {
          LOG.warn("A snapshot was not taken; the next one will be", e);
        }
      }
    }
  }

  private void writeUntilSafe(StateStore.Log log, List<Entry> entries)
      throws IOException, InterruptedException {
    long since = System.nanoTime();
    Duration pause = FIRST_PAUSE;
    int failures = 0;
    while (true) {
      try {
        log.append(entries);
        if (failures > 0) {
          long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - since);
          LOG.warn("The journal can be written again, after {} s", seconds);
        }
        return;
      } catch (IOException e) {
        if (System.nanoTime() - since > patience.toNanos()) {
          throw e;
        }
        if (failures++ == 0) {
          LOG.warn(
              "The journal cannot be written: {}; what needs its {} facts waits, for up to {} s",
              e.toString(),
              entries.size(),
              patience.toSeconds());
        }
        LOG.debug("Failure {}", failures, e);
        Thread.sleep(pause.toMillis());
        pause =
            pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0
                ? pause.multipliedBy(2)
                : LONGEST_PAUSE;
      }
    }
  }
}
