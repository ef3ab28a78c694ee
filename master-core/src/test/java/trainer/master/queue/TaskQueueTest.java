package trainer.master.queue;

import static org.assertj.core.api.Assertions.assertThat;

import it.unimi.dsi.fastutil.ints.IntSets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import trainer.core.fact.QueueChange;
import trainer.core.id.Incarnation;
import trainer.core.id.Slot;
import trainer.core.id.Version;
import trainer.core.message.Metrics;
import trainer.core.message.Staleness;
import trainer.core.random.SplitMix64;

/** The compact queue against one that simply writes down where each slot stands. */
class TaskQueueTest {
  private static final int HISTORIES = 300;
  private static final int STEPS = 250;
  private static final List<QueueChange.Cause> CAUSES = List.of(QueueChange.Cause.values());

  /** What a queue is, written down without any cleverness. */
  private static final class Naive {
    final Map<Long, TaskState> standings = new HashMap<>();
    final Map<Long, Long> holders = new HashMap<>();
    final Map<Long, Integer> timeouts = new HashMap<>();
    final Map<Long, Integer> failures = new HashMap<>();

    Naive(long slots) {
      for (long slot = 0; slot < slots; slot++) {
        standings.put(slot, TaskState.TODO);
      }
    }

    long count(TaskState standing) {
      return standings.values().stream().filter(standing::equals).count();
    }
  }

  @Test
  void standsWhereOneThatWritesEverythingDownStands() {
    for (int seed = 1; seed <= HISTORIES; seed++) {
      SplitMix64 random = new SplitMix64(seed);
      int tasks = 1 + random.below(12);
      int passes = 1 + random.below(4);
      QueueHistory book = new QueueHistory();
      book.on(new QueueChange.Opened(new Version(1), tasks, passes));
      Naive naive = new Naive((long) tasks * passes);
      for (int step = 0; step < STEPS; step++) {
        change(random, book, naive);
        if (random.below(10) == 0) {
          QueueHistory again = new QueueHistory();
          again.on(book.snapshot());
          assertThat(again.snapshot()).as("seed " + seed).isEqualTo(book.snapshot());
          book = again;
        }
        check(book.queue(), naive, "seed " + seed + ", step " + step);
      }
    }
  }

  private static void change(SplitMix64 random, QueueHistory book, Naive naive) {
    TaskQueue queue = book.queue();
    long slot = random.below((int) queue.slotCount());
    Incarnation worker = new Incarnation(1L + random.below(3));
    TaskState standing = naive.standings.get(slot);
    switch (random.below(6)) {
      case 0, 1 -> {
        Locality near =
            random.below(2) == 0 ? Locality.UNKNOWN : near(task -> task == queue.tasks() / 2);
        TaskSelector dealer = new TaskSelector(queue, new TaskSchedule(7, queue.tasks()), near);
        TaskReply answer =
            dealer.select(
                asker(worker), 1 + random.below(3), random.below(2) == 0, IntSets.EMPTY_SET);
        assertThat(answer == TaskReply.WORK).isEqualTo(!dealer.work().isEmpty());
        assertThat(dealer.work()).doesNotHaveDuplicates();
        for (long given : dealer.work()) {
          assertThat(naive.standings.put(given, TaskState.PENDING)).isEqualTo(TaskState.TODO);
          naive.holders.put(given, worker.number());
        }
        book.on(new QueueChange.Given(worker, dealer.work()));
      }
      case 2, 3 -> {
        book.on(new QueueChange.Done(new Slot(slot), Metrics.NONE));
        if (standing == TaskState.PENDING || standing == TaskState.TODO) {
          naive.standings.put(slot, TaskState.DONE);
          naive.timeouts.remove(slot);
          naive.failures.remove(slot);
        }
      }
      case 4 -> {
        QueueChange.Cause cause = CAUSES.get(random.below(CAUSES.size()));
        book.on(new QueueChange.Returned(new Slot(slot), cause));
        if (standing == TaskState.PENDING) {
          naive.standings.put(slot, TaskState.TODO);
          naive.timeouts.merge(slot, cause == QueueChange.Cause.TIMED_OUT ? 1 : 0, Integer::sum);
          naive.failures.merge(slot, cause == QueueChange.Cause.FAILED ? 1 : 0, Integer::sum);
        }
      }
      default -> {
        if (random.below(8) == 0) {
          book.on(new QueueChange.Discarded(new Slot(slot), 0, "DATA_INVALID", "it is broken"));
          if (standing == TaskState.PENDING || standing == TaskState.TODO) {
            naive.standings.put(slot, TaskState.DISCARDED);
          }
        }
      }
    }
  }

  private static void check(TaskQueue queue, Naive naive, String as) {
    assertThat(queue.counts())
        .as(as)
        .isEqualTo(
            new QueueCounts(
                naive.count(TaskState.TODO),
                naive.count(TaskState.PENDING),
                naive.count(TaskState.DONE),
                naive.count(TaskState.DISCARDED)));
    for (long slot = 0; slot < queue.slotCount(); slot++) {
      TaskState standing = naive.standings.get(slot);
      assertThat(queue.state(slot)).as(as).isEqualTo(standing);
      boolean pending = standing == TaskState.PENDING;
      assertThat(queue.holder(slot))
          .as(as)
          .isEqualTo(pending ? (long) naive.holders.get(slot) : TaskQueue.NOBODY);
      assertThat(queue.held(new Incarnation(queue.holder(slot))).contains(slot))
          .as(as)
          .isEqualTo(pending);
      if (standing != TaskState.DISCARDED) {
        assertThat(queue.timeouts(slot)).as(as).isEqualTo(naive.timeouts.getOrDefault(slot, 0));
        assertThat(queue.failures(slot)).as(as).isEqualTo(naive.failures.getOrDefault(slot, 0));
      }
    }
    assertThat(queue.isOver())
        .as(as)
        .isEqualTo(naive.count(TaskState.TODO) + naive.count(TaskState.PENDING) == 0);
  }

  static TaskRequest asker(Incarnation worker) {
    return new TaskRequest(worker, (int) worker.number(), "h" + worker);
  }

  /** Some tasks lie on the host of worker 1. */
  static Locality near(IntPredicate tasks) {
    return new Locality() {
      @Override
      public int lastWorker(int task) {
        return NOBODY;
      }

      @Override
      public List<String> hosts(int task) {
        return tasks.test(task) ? List.of("h1", "h9") : List.of("h9");
      }
    };
  }

  @Test
  void givesNothingMoreOnceItIsStoppedAndSomethingIsDone() {
    QueueHistory book = new QueueHistory();
    book.stop(3);
    book.on(new QueueChange.Opened(new Version(3), 10, 1));
    assertThat(book.queue().hasTodo()).isTrue();
    book.on(new QueueChange.Given(new Incarnation(1), List.of(0L, 1L)));
    book.on(new QueueChange.Done(new Slot(0), Metrics.NONE));
    assertThat(book.queue().hasTodo()).isFalse();
    assertThat(book.queue().isOver()).isFalse();
    book.on(new QueueChange.Returned(new Slot(1), QueueChange.Cause.LOST));
    assertThat(book.queue().isOver()).isTrue();
  }

  @Test
  void addsUpTheMetricsOfTheNewestPass() {
    QueueHistory book = new QueueHistory();
    book.on(new QueueChange.Opened(new Version(1), 2, 2));
    book.on(new QueueChange.Given(new Incarnation(1), List.of(0L, 1L, 2L)));
    book.on(new QueueChange.Done(new Slot(0), records(5)));
    book.on(new QueueChange.Done(new Slot(2), records(7)));
    book.on(new QueueChange.Done(new Slot(1), records(11)));
    assertThat(book.pass().number()).isEqualTo(1);
    assertThat(book.pass().metrics().records()).isEqualTo(7);
  }

  @Test
  void whatIsDoneSinceCountsForNothingWhenTheJobGoesBack() {
    QueueHistory book = new QueueHistory();
    book.on(new QueueChange.Opened(new Version(1), 4, 1));
    book.on(new QueueChange.Given(new Incarnation(1), List.of(0L, 1L, 2L)));
    book.on(new QueueChange.Done(new Slot(0), records(5), new Staleness(List.of(1L, 2L))));
    QueueChange.QueueSnapshot kept = book.snapshot();
    book.on(new QueueChange.Done(new Slot(1), records(7), new Staleness(List.of(3L))));
    assertThat(book.rollBack(kept)).as("held when it was kept").isEqualTo(2);
    assertThat(book.queue().counts()).isEqualTo(new QueueCounts(3, 0, 1, 0));
    assertThat(book.totals().records()).isEqualTo(5);
    assertThat(book.pass().metrics().records()).isEqualTo(5);
    assertThat(book.totals().staleness()).isEqualTo(new Staleness(List.of(1L, 2L)));
    book.rollBack(null);
    assertThat(book.totals().records()).isZero();
    assertThat(book.totals().staleness()).isEqualTo(Staleness.NONE);
  }

  private static Metrics records(long records) {
    return new Metrics(records, Metrics.NONE.loss(), Metrics.NONE.tally());
  }

  @Test
  void holdsLittleWhateverTheNumberOfTasks() {
    QueueHistory book = new QueueHistory();
    book.on(new QueueChange.Opened(new Version(1), 1_000_000, 5));
    List<Long> pending = new ArrayList<>();
    for (long slot = 0; slot < 50_000; slot++) {
      book.on(new QueueChange.Given(new Incarnation(1 + slot % 2000), List.of(slot)));
      if (slot >= 10_000) {
        book.on(new QueueChange.Done(new Slot(slot - 10_000), Metrics.NONE));
      }
    }
    QueueChange.QueueSnapshot noted = book.snapshot();
    noted.slots().held().forEach(held -> pending.addAll(held.slots()));
    assertThat(pending).hasSize(10_000);
    assertThat(noted.slots().ahead()).isEmpty();
    assertThat(noted.slots().returned()).isEmpty();
    assertThat(book.queue().counts()).isEqualTo(new QueueCounts(4_950_000, 10_000, 40_000, 0));
  }
}
