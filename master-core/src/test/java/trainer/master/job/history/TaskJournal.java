package trainer.master.job.history;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import trainer.core.fact.CheckpointFact;
import trainer.core.fact.Entry;
import trainer.core.fact.Fact;
import trainer.core.fact.JobFact;
import trainer.core.fact.QueueChange;
import trainer.core.fact.TrainingFact;
import trainer.core.id.Incarnation;
import trainer.core.id.Line;
import trainer.core.id.Slot;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.core.job.JobState;
import trainer.core.job.ModelSpec;
import trainer.core.job.Phase;
import trainer.core.math.ExactSum;
import trainer.core.message.Metrics;
import trainer.master.queue.QueueHistory;
import trainer.master.queue.TaskState;

/** A journal that a job of tasks may leave, over two phases and any number of masters. */
public final class TaskJournal {
  public static final JobSpec SPEC =
      new JobSpec(
          new JobId("application_1_0001", 1),
          "alice",
          "file:/jobs",
          Map.of("trainer.input", "file:/in", "trainer.output", "file:/o", "trainer.sync", "async"),
          new ModelSpec(List.of(), List.of(new Phase.Passes("a", 2), new Phase.Passes("b", 3))),
          List.of(),
          "test");
  private static final int TASKS = 4;

  private final Random random;
  private final List<Entry> entries = new ArrayList<>();
  private final QueueHistory book = new QueueHistory();
  private int term;
  private int line;
  private int version;
  private int mark;
  private final Deque<CheckpointFact.CheckpointAdded> kept = new ArrayDeque<>();

  public TaskJournal(Random random) {
    this.random = random;
  }

  public List<Entry> write() {
    master();
    add(new JobFact.JobDefined("{}", 1, "groups", "digest", 32, 2));
    add(new JobFact.StateEntered(JobState.RUNNING, now(), null));
    open();
    for (int i = random.nextInt(80); i > 0 && version < 2; i--) {
      step();
    }
    return entries;
  }

  private void step() {
    switch (random.nextInt(12)) {
      case 0 -> master();
      case 1, 2 -> progressed();
      case 4 -> keep();
      case 3 -> {
        if (random.nextInt(4) == 0) {
          goBack();
        }
      }
      default -> task();
    }
    if (book.queue().isOver()) {
      version++;
      if (version < 2) {
        open();
      }
    }
  }

  private void task() {
    List<Long> pending = slots(TaskState.PENDING);
    List<Long> todo = slots(TaskState.TODO);
    int what = random.nextInt(10);
    if (!pending.isEmpty() && (what < 5 || todo.isEmpty())) {
      change(new QueueChange.Done(new Slot(pending.get(0)), metrics()));
    } else if (!pending.isEmpty() && what == 5) {
      change(new QueueChange.Returned(new Slot(pending.get(0)), QueueChange.Cause.LOST));
    } else if (what == 6 && !todo.isEmpty()) {
      change(
          new QueueChange.Discarded(
              new Slot(todo.get(0)), (int) (todo.get(0) % TASKS), "BAD", "it"));
    } else if (!todo.isEmpty()) {
      change(new QueueChange.Given(new Incarnation(1 + random.nextInt(2)), List.of(todo.get(0))));
    }
  }

  private List<Long> slots(TaskState standing) {
    List<Long> slots = new ArrayList<>();
    for (long slot = 0; slot < book.queue().slotCount(); slot++) {
      if (book.queue().state(slot) == standing) {
        slots.add(slot);
      }
    }
    return slots;
  }

  private void master() {
    add(new JobFact.TermTaken(new Term(++term), "h:1", now()));
    if (random.nextInt(4) > 0) {
      add(
          new TrainingFact.LineOpened(
              new Line(++line), new Version(version), Line.NONE, false, "why", List.of()));
    }
  }

  private void goBack() {
    CheckpointFact.CheckpointAdded to = kept.peekLast();
    version = to == null ? 0 : (int) to.version().number();
    add(
        new TrainingFact.LineOpened(
            new Line(++line), new Version(version), Line.NONE, true, "why", List.of()));
    book.rollBack(to == null ? null : to.queue());
    if (to == null) {
      open();
    }
  }

  /** The queue is kept as it stands, perhaps, and the oldest one condemned. */
  private void keep() {
    String folder = version + "." + ++mark;
    TrainingFact.Progressed at = progress();
    add(
        new CheckpointFact.CheckpointAsked(
            new Version(version), mark, new Line(line), folder, at, book.snapshot()));
    if (random.nextInt(3) > 0) {
      CheckpointFact.CheckpointAdded added =
          new CheckpointFact.CheckpointAdded(
              new Version(version), mark, new Line(line), folder, "00", 9, at, book.snapshot());
      add(added);
      kept.add(added);
    }
    if (kept.size() > 2) {
      CheckpointFact.CheckpointAdded oldest = kept.remove();
      add(new CheckpointFact.CheckpointRetired(oldest.version(), oldest.mark(), ""));
    } else if (!kept.isEmpty() && random.nextInt(5) == 0) {
      CheckpointFact.CheckpointAdded newest = kept.removeLast();
      add(new CheckpointFact.CheckpointRetired(newest.version(), newest.mark(), "torn"));
    }
  }

  private void open() {
    change(new QueueChange.Opened(new Version(version + 1), TASKS, version + 2));
  }

  private void progressed() {
    add(progress());
  }

  private TrainingFact.Progressed progress() {
    long records = book.totals().records();
    return new TrainingFact.Progressed(
        new Version(version), book.pass().metrics(), records, records, 0, now());
  }

  /** A task may have no record that is whole. */
  private Metrics metrics() {
    return new Metrics(random.nextInt(4), ExactSum.of(random.nextInt(5)), ExactSum.ZERO);
  }

  private void change(QueueChange change) {
    change.to(book);
    add(new TrainingFact.QueueChanged(change));
  }

  private void add(Fact fact) {
    entries.add(new Entry(entries.size() + 1, new Term(term), fact));
  }

  private long now() {
    return 10L * entries.size();
  }
}
