package trainer.it.simulation.checks;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import trainer.core.fact.CheckpointFact;
import trainer.core.fact.Fact;
import trainer.core.fact.QueueChange;
import trainer.core.fact.TrainingFact;
import trainer.core.id.Line;
import trainer.core.job.JobState;
import trainer.core.job.Phase;
import trainer.core.message.FromWorker;
import trainer.core.message.ToMember;
import trainer.core.message.ToWorker;
import trainer.it.simulation.invariant.Invariant;
import trainer.it.simulation.invariant.Violation;
import trainer.it.simulation.scenario.FakeModel;
import trainer.it.simulation.scenario.SimJob;
import trainer.master.job.api.JobView;
import trainer.master.queue.QueueHistory;
import trainer.master.queue.TaskState;
import trainer.pserver.protocol.Update;

/**
 * Checks the tasks of a job without barriers. Its model differs from history to history, so there
 * is no reference: the checks compare the journal with the updates that lanes have acknowledged.
 */
public final class TaskChecks {
  private record Pushed(long worker, int update) {}

  private final SimJob job;
  private final int lanes;
  private final Map<Pushed, List<Integer>> pushes = new HashMap<>();
  private final Map<String, Set<Pushed>> applied = new HashMap<>();

  /** What was applied when it was cut, by folder and lane. */
  private final Map<String, Map<String, Set<Pushed>>> cuts = new HashMap<>();

  /** Blocks of a slot, by version and slot. */
  private final Map<String, Integer> sizes = new HashMap<>();

  private final PaceChecks paces;
  private Line lastBack = Line.NONE;

  /**
   * @param lanes of each pserver
   */
  TaskChecks(SimJob job, int lanes) {
    this.job = job;
    this.lanes = lanes;
    this.paces = new PaceChecks(job);
  }

  /**
   * Checks {@link Invariant#NothingBeforeRecord}: the assignment of each slot is recorded. The
   * journal does not know a second worker that scores the same slot.
   */
  void assigned(long worker, ToWorker.AssignTasks message, SimJournal journal) {
    for (ToWorker.Task task : message.tasks()) {
      sizes.put(message.version() + "/" + task.slot(), FakeModel.numbers(task.blocks()).size());
      journal.require(
          job.id(),
          TrainingFact.QueueChanged.class,
          fact ->
              fact.change() instanceof QueueChange.Given given
                  && (job.isScoring() || given.worker().number() == worker)
                  && given.slots().contains(task.slot().number()),
          message);
    }
  }

  /** Checks {@link Invariant#NothingBeforeRecord}: the admission to the version is recorded. */
  void placed(ToWorker.Order order, SimJournal journal) {
    journal.require(
        job.id(),
        TrainingFact.QueueChanged.class,
        fact ->
            fact.change() instanceof QueueChange.Admitted admitted
                && admitted.slot().equals(order.slot())
                && admitted.version().equals(order.version()),
        order);
  }

  /** A worker says how far it is. */
  public void said(long worker, FromWorker.Clock clock, SimJournal journal) {
    paces.said(worker, clock, journal.of(job.id()));
  }

  /** The newest line that went back, 0 if none did. */
  public Line lastBack() {
    return lastBack;
  }

  /** A lane begins to keep what it holds. */
  public void cut(String folder, String lane) {
    cuts.computeIfAbsent(folder, of -> new HashMap<>())
        .put(lane, new HashSet<>(applied.getOrDefault(lane, Set.of())));
  }

  /**
   * The job goes back under this line: what was applied since is void.
   *
   * @return whether that is news
   */
  boolean wentBack(ToMember.NewLine line) {
    boolean news = line.lastBack().number() > lastBack.number();
    if (news) {
      lastBack = line.lastBack();
      applied.clear();
      cuts.getOrDefault(line.checkpoint(), Map.of())
          .forEach((lane, updates) -> applied.put(lane, new HashSet<>(updates)));
    }
    return news;
  }

  /** A worker sends an update, perhaps again: the same number names the same blocks for ever. */
  public void pushed(long worker, int update, List<Integer> blocks) {
    List<Integer> before = pushes.putIfAbsent(new Pushed(worker, update), blocks);
    Violation.unless(
        before == null || before.equals(blocks),
        Invariant.UpdateNumberBindsContent,
        job.id() + ": update " + update + " of " + worker + " was " + before + ", is " + blocks);
  }

  /** A lane acknowledges an update. */
  public void acknowledged(String lane, Update update) {
    if (update.line() >= lastBack.number()) {
      applied
          .computeIfAbsent(lane, of -> new HashSet<>())
          .add(new Pushed(update.worker(), update.sequence()));
    }
  }

  void assertEnd(JobView view, List<Fact> facts) {
    if (job.isVersioned()) {
      new VersionChecks(job).assertSound(facts, view);
      if (view.state() == JobState.EXITED && view.lifecycle().stop() == null) {
        assertAllDone(view);
      }
    }
    if (!job.isAsync()) {
      return;
    }
    assertDoneOnce(facts);
    AppliedBlocks blocks = new AppliedBlocks(this::size, this::assertKept);
    facts.forEach(blocks::fold);
    if (view.state() == JobState.EXITED && view.lifecycle().stop() == null) {
      assertAllDone(view);
      assertAllApplied(blocks.more());
    }
  }

  /** Checks {@link Invariant#TaskDoneOnce}; going back restores the slots of the checkpoint. */
  private void assertDoneOnce(List<Fact> facts) {
    Set<Long> given = new HashSet<>();
    Set<Long> held = new HashSet<>();
    Set<Long> done = new HashSet<>();
    Deque<CheckpointFact.CheckpointAdded> kept = new ArrayDeque<>();
    for (Fact fact : facts) {
      AppliedBlocks.keep(fact, kept);
      if (fact instanceof TrainingFact.LineOpened line && line.back()) {
        given.clear();
        held.clear();
        done.clear();
        if (!kept.isEmpty() && kept.peekLast().queue() != null) {
          done.addAll(done(kept.peekLast().queue()));
        }
      }
      if (fact instanceof TrainingFact.QueueChanged changed) {
        QueueChange change = changed.change();
        if (change instanceof QueueChange.Opened) {
          given.clear();
          held.clear();
          done.clear();
        } else if (change instanceof QueueChange.Given to) {
          given.addAll(to.slots());
          Violation.unless(
              Collections.disjoint(to.slots(), done) && Collections.disjoint(to.slots(), held),
              Invariant.TaskDoneOnce,
              job.id() + ": given though done or held: " + to);
          held.addAll(to.slots());
        } else if (change instanceof QueueChange.Returned of) {
          held.remove(of.slot().number());
        } else if (change instanceof QueueChange.Done of) {
          Violation.unless(
              given.contains(of.slot().number()) && done.add(of.slot().number()),
              Invariant.TaskDoneOnce,
              job.id() + ": slot " + of.slot() + " done twice, or never given");
          held.remove(of.slot().number());
        }
      }
    }
  }

  static Set<Long> done(QueueChange.QueueSnapshot stood) {
    QueueHistory book = new QueueHistory();
    book.on(stood);
    Set<Long> done = new HashSet<>();
    for (long slot = 0; slot < book.queue().slotCount(); slot++) {
      if (book.queue().state(slot) == TaskState.DONE) {
        done.add(slot);
      }
    }
    return done;
  }

  /** What was never sent to a worker was never computed. */
  private int size(long version, List<Long> slots) {
    return slots.stream().mapToInt(slot -> sizes.getOrDefault(version + "/" + slot, 0)).sum();
  }

  /**
   * Checks {@link Invariant#CutIsOfItsTasks} on each lane.
   *
   * @param done blocks of the slots that were done by the record
   * @param more blocks of the slots that were returned before it, or held
   */
  private void assertKept(String folder, int done, int more) {
    cuts.getOrDefault(folder, Map.of())
        .forEach(
            (lane, updates) -> {
              int blocks = updates.stream().mapToInt(one -> pushes.get(one).size()).sum();
              Violation.unless(
                  done <= blocks && blocks <= done + more,
                  Invariant.CutIsOfItsTasks,
                  job.id()
                      + ": "
                      + folder
                      + " has "
                      + blocks
                      + " blocks on lane "
                      + lane
                      + ", where "
                      + done
                      + " were done and "
                      + more
                      + " may be there, too");
            });
  }

  /** Checks {@link Invariant#EpochIsWholeInput} and {@link Invariant#StalenessBound} at the end. */
  private void assertAllDone(JobView view) {
    int bound = job.isVersioned() ? SimJob.Tasks.ASYNC : job.tasks().staleness();
    int stalest = view.tasks().staleness().size() - 1;
    Violation.unless(
        bound < 0 ? stalest < 0 : stalest >= 0 && stalest <= bound,
        Invariant.StalenessBound,
        job.id() + ": " + view.tasks().staleness() + " of " + bound);
    long records = 0;
    for (int block = 0; block < job.training().blocks(); block++) {
      records += FakeModel.records(block);
    }
    Violation.unless(
        view.tasks().todo() == 0
            && view.tasks().pending() == 0
            && view.results().quality().train().records() == records
            && view.progress().recordsComputed() >= records * job.training().epochs(),
        Invariant.EpochIsWholeInput,
        job.id() + ": of " + records + " records: " + view);
  }

  /**
   * Checks {@link Invariant#NoAcknowledgedTaskLost} and {@link Invariant#NoMoreTwiceThanHeld}.
   *
   * @param twiceAtMost how many blocks a lane may have applied again
   */
  private void assertAllApplied(int twiceAtMost) {
    int passes =
        job.phases().stream()
            .mapToInt(phase -> phase instanceof Phase.Passes of ? of.epochs() : 0)
            .sum();
    applied.forEach(
        (lane, updates) -> {
          int[] times = new int[job.training().blocks()];
          updates.forEach(update -> pushes.get(update).forEach(block -> times[block]++));
          for (int block = 0; block < times.length; block++) {
            Violation.unless(
                times[block] >= passes,
                Invariant.NoAcknowledgedTaskLost,
                job.id()
                    + ": lane "
                    + lane
                    + " has applied block "
                    + block
                    + " "
                    + times[block]
                    + " times in "
                    + passes
                    + " passes");
          }
          int twice = Arrays.stream(times).map(count -> count - passes).sum();
          Violation.unless(
              twice <= twiceAtMost,
              Invariant.NoMoreTwiceThanHeld,
              job.id()
                  + ": lane "
                  + lane
                  + " has applied "
                  + twice
                  + " blocks too often, at most "
                  + twiceAtMost
                  + " may be");
        });
    Violation.unless(
        applied.size() == job.members().pservers() * lanes,
        Invariant.NoAcknowledgedTaskLost,
        job.id()
            + ": of "
            + job.members().pservers() * lanes
            + " lanes only these: "
            + applied.keySet());
  }
}
