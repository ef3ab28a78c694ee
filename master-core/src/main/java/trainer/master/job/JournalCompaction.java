package trainer.master.job;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import trainer.core.fact.CheckpointFact;
import trainer.core.fact.EndingFact;
import trainer.core.fact.Entry;
import trainer.core.fact.Fact;
import trainer.core.fact.FleetFact;
import trainer.core.fact.JobFact;
import trainer.core.fact.QueueChange;
import trainer.core.fact.ResultFact;
import trainer.core.fact.SessionFact;
import trainer.core.fact.TargetFact;
import trainer.core.fact.TrainingFact;
import trainer.master.job.history.CheckpointCatalog;
import trainer.master.queue.QueueHistory;

/**
 * Selects the facts of a log that still matter: every fold gives the same result without the
 * others.
 *
 * <p>Only facts that others supersede are dropped. A long job's journal is reduced to a few facts a
 * container. Of the facts that recur, these stay:
 *
 * <table>
 * <caption>Facts that stay</caption>
 * <tr><th>Fact<th>Kept
 * <tr><td>Progressed<td>the last; the one with the most records of an epoch; those around the loss
 * of a master
 * <tr><td>WindowOpened<td>the last
 * <tr><td>BlockTimedOut<td>those of versions that are not committed yet
 * <tr><td>ContainerNoted<td>the first of each container, which fixes its position; the last of each
 * step, unless its job is over
 * <tr><td>NodeNoted<td>the last of each node
 * <tr><td>QueueChanged<td>snapshots of the queue, see below
 * <tr><td>FileWritten<td>all
 * <tr><td>CheckpointAsked<td>the last, until its outcome is recorded or a rollback voids it
 * </table>
 *
 * <p>Changes of a task queue are replaced by snapshots of the queue: one after the last change, and
 * one wherever another fold depends on the tasks finished by then. That is when the next line or
 * master begins, at a rollback, when the loss of a master was survived, and at the end of the pass
 * with the most records. A checkpoint loses its queue snapshot if it was retired before a rollback
 * could use it.
 */
public final class JournalCompaction implements Fact.Handler {
  private final BitSet matters = new BitSet();
  private final BitSet aroundLosses = new BitSet();
  private final ContainerCompaction containers = new ContainerCompaction(matters);
  private final Map<String, Integer> lastOfNode = new HashMap<>();
  private final QueueHistory book = new QueueHistory();
  private int at;
  private final Map<Integer, QueueChange> stood = new HashMap<>();
  private int lastChange = -1;
  private int fullestPass = -1;
  private long mostOfPass;
  private boolean done;
  private boolean doneSinceLine;
  private int lastWindow = -1;
  private int lastProgress = -1;
  private int fullestProgress = -1;
  private long mostRecords = -1;
  private long base;
  private CheckpointFact.CheckpointAsked asked;
  private int lastAsked = -1;
  private final CheckpointCatalog kept = new CheckpointCatalog();
  private final Map<String, Integer> addedAt = new HashMap<>();
  private final Set<Integer> withoutQueue = new HashSet<>();
  private int lastBack = -1;
  private int terms;
  private boolean lost;
  private final Map<Integer, Long> timeouts = new HashMap<>();

  private JournalCompaction() {}

  /** The entries that still matter; they keep their numbers. */
  public static List<Entry> of(List<Entry> entries) {
    JournalCompaction compaction = new JournalCompaction();
    for (Entry entry : entries) {
      entry.fact().to(compaction);
      compaction.at++;
    }
    List<Entry> kept = new ArrayList<>();
    compaction.matters.stream().forEach(index -> kept.add(compaction.kept(entries, index)));
    return kept;
  }

  private Entry kept(List<Entry> entries, int index) {
    Entry entry = entries.get(index);
    if (withoutQueue.contains(index)) {
      return new Entry(entry.number(), entry.term(), withoutQueue(entry.fact()));
    }
    QueueChange change = index == lastChange ? book.snapshot() : stood.get(index);
    return change == null
        ? entry
        : new Entry(entry.number(), entry.term(), new TrainingFact.QueueChanged(change));
  }

  private static Fact withoutQueue(Fact fact) {
    CheckpointFact.CheckpointAdded of = (CheckpointFact.CheckpointAdded) fact;
    return new CheckpointFact.CheckpointAdded(
        of.version(), of.mark(), of.line(), of.folder(), of.digest(), of.bytes(), of.at(), null);
  }

  /** Keeps a snapshot of the queue if tasks were finished since the last one. */
  private void keepQueue() {
    if (done) {
      done = false;
      stood.put(lastChange, book.snapshot());
      aroundLosses.set(lastChange);
    }
  }

  /** Keeps a snapshot at the end of a pass if the pass has the most records so far. */
  private void keepFullest() {
    if (book.pass().metrics().records() <= mostOfPass) {
      return;
    }
    mostOfPass = book.pass().metrics().records();
    int before = fullestPass;
    fullestPass = lastChange;
    if (before >= 0 && !aroundLosses.get(before)) {
      matters.clear(before);
      stood.remove(before);
    }
    stood.put(lastChange, book.snapshot());
  }

  private int latest(int before) {
    matters.set(at);
    if (before >= 0 && !aroundLosses.get(before) && before != fullestPass) {
      matters.clear(before); // at once: clearing the highest bit searches for the next one below
    }
    return at;
  }

  @Override
  public void on(TrainingFact.WindowOpened fact) {
    lastWindow = latest(lastWindow);
  }

  @Override
  public void on(TrainingFact.Progressed fact) {
    if (lost && (fact.version().number() > base || doneSinceLine)) {
      keepQueue();
      aroundLosses.set(at); // dates the recovery from the loss of a master
      lost = false;
    }
    timeouts.entrySet().removeIf(entry -> isOver(entry, fact.version().number()));
    lastProgress = latest(lastProgress);
    if (fact.epoch().records() > mostRecords) {
      mostRecords = fact.epoch().records();
      if (fullestProgress >= 0 && !aroundLosses.get(fullestProgress)) {
        matters.clear(fullestProgress);
      }
      fullestProgress = at;
    }
    matters.set(fullestProgress);
  }

  /** Drops the timeout of a block once its version is committed. */
  private boolean isOver(Map.Entry<Integer, Long> timeout, long version) {
    if (timeout.getValue() <= version) {
      matters.clear(timeout.getKey());
      return true;
    }
    return false;
  }

  @Override
  public void on(TrainingFact.QueueChanged fact) {
    if (book.isOpening(fact.change())) {
      keepQueue();
    }
    if (book.isFinishing(fact.change())) {
      done = true;
      doneSinceLine = true;
    }
    if (lastChange >= 0 && book.isLeavingPass(fact.change())) {
      keepFullest();
    }
    fact.change().to(book);
    lastChange = latest(lastChange);
  }

  @Override
  public void on(TrainingFact.BlockTimedOut fact) {
    matters.set(at);
    timeouts.put(at, fact.version().number());
  }

  @Override
  public void on(FleetFact.ContainerNoted fact) {
    containers.on(fact, at);
  }

  @Override
  public void on(JobFact.TermTaken fact) {
    keepQueue();
    terms++;
    lost = terms > 1;
    if (lost && lastProgress >= 0) {
      aroundLosses.set(lastProgress); // dates the last sign of the lost master
    }
    matters.set(at);
  }

  @Override
  public void on(JobFact.JobDefined fact) {
    matters.set(at);
  }

  @Override
  public void on(JobFact.StateEntered fact) {
    matters.set(at);
  }

  @Override
  public void on(TrainingFact.MapDefined fact) {
    matters.set(at);
  }

  /**
   * Handles a rollback. The last progress and queue stay: they show the master that made it, and
   * the discarded tasks.
   */
  private void rollBack() {
    done = false;
    if (lastProgress >= 0) {
      aroundLosses.set(lastProgress);
    }
    if (lastChange >= 0) {
      stood.put(lastChange, book.snapshot());
      aroundLosses.set(lastChange);
      lastChange = -1;
    }
    lastBack = at;
    CheckpointFact.CheckpointAdded to = kept.newest();
    book.rollBack(to == null ? null : to.queue());
  }

  @Override
  public void on(TrainingFact.LineOpened fact) {
    keepQueue();
    if (fact.back()) {
      rollBack();
      dropAsked();
    } else {
      book.beginLine(fact.base().number());
    }
    doneSinceLine = false;
    base = fact.base().number();
    matters.set(at);
  }

  @Override
  public void on(TargetFact.StopScheduled fact) {
    book.stop(fact.stopAt().number());
    matters.set(at);
  }

  @Override
  public void on(TargetFact.PserversWanted fact) {
    matters.set(at);
  }

  @Override
  public void on(FleetFact.NodeNoted fact) {
    Integer before = lastOfNode.put(fact.host(), at);
    if (before != null) {
      matters.clear(before);
    }
    matters.set(at);
  }

  @Override
  public void on(SessionFact.JobAccepted fact) {
    matters.set(at);
  }

  @Override
  public void on(SessionFact.JobOver fact) {
    matters.set(at);
    containers.onOver(fact.number());
  }

  @Override
  public void on(SessionFact.EndAsked fact) {
    matters.set(at);
  }

  @Override
  public void on(TargetFact.WorkersWanted fact) {
    matters.set(at);
  }

  @Override
  public void on(CheckpointFact.CheckpointAsked fact) {
    dropAsked();
    matters.set(at);
    lastAsked = at;
    asked = fact;
  }

  @Override
  public void on(CheckpointFact.CheckpointAdded fact) {
    matters.set(at);
    kept.on(fact);
    addedAt.put(fact.version() + "." + fact.mark(), at);
    answered(fact.version().number(), fact.mark());
  }

  private void answered(long version, long mark) {
    if (asked != null && version == asked.version().number() && mark == asked.mark()) {
      dropAsked();
    }
  }

  /** Drops the open checkpoint request: it is answered or void. */
  private void dropAsked() {
    if (lastAsked >= 0) {
      matters.clear(lastAsked);
      lastAsked = -1;
    }
  }

  @Override
  public void on(CheckpointFact.CheckpointRetired fact) {
    matters.set(at);
    answered(fact.version().number(), fact.mark());
    Integer added = addedAt.remove(fact.version() + "." + fact.mark());
    if (kept.retire(fact) != null && added != null && added > lastBack) {
      withoutQueue.add(added);
    }
  }

  @Override
  public void on(TrainingFact.Measured fact) {
    matters.set(at);
  }

  @Override
  public void on(TrainingFact.StandardisationsGiven fact) {
    matters.set(at);
  }

  @Override
  public void on(ResultFact.FinalVersion fact) {
    matters.set(at);
  }

  @Override
  public void on(ResultFact.Aggregated fact) {
    matters.set(at);
  }

  @Override
  public void on(ResultFact.Scored fact) {
    matters.set(at);
  }

  @Override
  public void on(ResultFact.FileWritten fact) {
    matters.set(at);
    fact.file().tasks().forEach(task -> book.onWritten(task.slot().number()));
  }

  @Override
  public void on(EndingFact.Exported fact) {
    matters.set(at);
  }

  @Override
  public void on(EndingFact.Ended fact) {
    matters.set(at);
  }

  @Override
  public void on(EndingFact.PublishingBegun fact) {
    matters.set(at);
  }

  @Override
  public void on(EndingFact.EndDecided fact) {
    matters.set(at);
  }
}
