package trainer.master.queue;

import static org.assertj.core.api.Assertions.assertThat;

import it.unimi.dsi.fastutil.ints.IntSets;
import java.util.List;
import org.junit.jupiter.api.Test;
import trainer.core.fact.QueueChange;
import trainer.core.id.Incarnation;
import trainer.core.id.Slot;
import trainer.core.id.Version;
import trainer.core.input.BlockIndex;
import trainer.core.input.InputFile;
import trainer.core.message.Metrics;

class TaskSelectorTest {
  private final QueueHistory book = new QueueHistory();

  private TaskSelector dealer(int tasks, int passes) {
    return dealer(tasks, passes, Locality.UNKNOWN);
  }

  private TaskSelector dealer(int tasks, int passes, Locality nearness) {
    book.on(new QueueChange.Opened(new Version(1), tasks, passes));
    return new TaskSelector(book.queue(), order(tasks), nearness);
  }

  private static TaskSchedule order(int tasks) {
    return new TaskSchedule(5, tasks);
  }

  private TaskReply deal(TaskSelector dealer, Incarnation worker, int room, boolean others) {
    TaskReply answer = dealer.select(TaskQueueTest.asker(worker), room, others, IntSets.EMPTY_SET);
    book.on(new QueueChange.Given(worker, dealer.work()));
    return answer;
  }

  @Test
  void givesTheTaskWhoseDataIsNear() {
    TaskSelector dealer = dealer(20, 1, TaskQueueTest.near(task -> task == 13));
    deal(dealer, new Incarnation(1), 1, true);
    assertThat(order(20).task(dealer.work().get(0))).isEqualTo(13);
    deal(dealer, new Incarnation(1), 2, true);
    assertThat(dealer.work()).containsExactly(firstButOf(13), secondButOf(13));
  }

  private static long firstButOf(int task) {
    return order(20).task(0) == task ? 1 : 0;
  }

  private static long secondButOf(int task) {
    long next = firstButOf(task) + 1;
    return order(20).task(next) == task ? next + 1 : next;
  }

  @Test
  void givesWhatNoWorkerHadComputedBeforeWhatOnlyLostItsRows() {
    TaskSelector dealer = dealer(8, 1);
    deal(dealer, new Incarnation(1), 4, true);
    for (long slot = 0; slot < 4; slot++) {
      book.on(new QueueChange.Returned(new Slot(slot), QueueChange.Cause.LOST));
    }
    assertThat(dealer.hasInterrupted()).isFalse();
    dealer.interrupt(List.of(2L, 3L));
    assertThat(dealer.hasInterrupted()).isTrue();
    deal(dealer, new Incarnation(2), 1, true);
    assertThat(dealer.work()).containsExactly(2L);
    deal(dealer, new Incarnation(2), 2, true);
    assertThat(dealer.work()).containsExactly(3L, 0L);
    assertThat(dealer.hasInterrupted()).as("slot 1 was computed once").isFalse();
    deal(dealer, new Incarnation(2), 2, true);
    assertThat(dealer.work()).containsExactly(1L, 4L);
  }

  @Test
  void givesWhatWasTakenBackFirstAndToAnotherWorker() {
    TaskSelector dealer = dealer(4, 1);
    deal(dealer, new Incarnation(1), 2, true);
    book.on(new QueueChange.Returned(new Slot(0), QueueChange.Cause.FAILED));
    deal(dealer, new Incarnation(1), 1, true);
    assertThat(dealer.work()).containsExactly(2L);
    deal(dealer, new Incarnation(2), 1, true);
    assertThat(dealer.work()).containsExactly(0L);
  }

  @Test
  void givesItToTheSameWorkerWhereThereIsNoOther() {
    TaskSelector dealer = dealer(1, 1);
    deal(dealer, new Incarnation(1), 1, false);
    book.on(new QueueChange.Returned(new Slot(0), QueueChange.Cause.FAILED));
    assertThat(deal(dealer, new Incarnation(1), 1, true)).isEqualTo(TaskReply.WAIT);
    assertThat(deal(dealer, new Incarnation(1), 1, false)).isEqualTo(TaskReply.WORK);
  }

  @Test
  void answersWorkThenWaitThenNoMore() {
    TaskSelector dealer = dealer(1, 1);
    assertThat(deal(dealer, new Incarnation(1), 5, true)).isEqualTo(TaskReply.WORK);
    assertThat(deal(dealer, new Incarnation(2), 5, true)).isEqualTo(TaskReply.WAIT);
    book.on(new QueueChange.Done(new Slot(0), Metrics.NONE));
    assertThat(deal(dealer, new Incarnation(2), 5, true)).isEqualTo(TaskReply.NO_MORE);
  }

  @Test
  void givesNoneOfTheLastInAdvance() {
    TaskSelector dealer = dealer(8, 1);
    assertThat(dealer.atOnce(2, 2)).isEqualTo(2);
    deal(dealer, new Incarnation(1), 2, true);
    assertThat(dealer.atOnce(2, 2)).as("six are left, three a worker").isEqualTo(2);
    deal(dealer, new Incarnation(2), 1, true);
    assertThat(dealer.atOnce(2, 2)).isEqualTo(1);
    book.on(new QueueChange.Returned(new Slot(0), QueueChange.Cause.FAILED));
    assertThat(dealer.atOnce(2, 2)).as("one that was taken back is left, too").isEqualTo(2);
  }

  @Test
  void beginsNoPassBeforeTheOneBeforeItIsGivenOut() {
    TaskSelector dealer = dealer(5, 3, TaskQueueTest.near(task -> task == 3));
    for (int place = 0; place < 5; place++) {
      deal(dealer, new Incarnation(1), 1, true);
      assertThat(order(5).pass(dealer.work().get(0))).isZero();
    }
    deal(dealer, new Incarnation(1), 1, true);
    assertThat(order(5).pass(dealer.work().get(0))).isEqualTo(1);
  }

  @Test
  void leavesOutTasksThatWereDiscardedInAnEarlierPass() {
    TaskSelector dealer = dealer(2, 2);
    deal(dealer, new Incarnation(1), 2, true);
    book.on(new QueueChange.Done(new Slot(0), Metrics.NONE));
    int bad = order(2).task(1);
    book.on(new QueueChange.Discarded(new Slot(1), bad, "DATA_INVALID", "block 1"));
    dealer.select(TaskQueueTest.asker(new Incarnation(1)), 2, true, book.discardedTasks());
    assertThat(dealer.work()).hasSize(1);
    assertThat(dealer.leftOut()).hasSize(1);
    assertThat(order(2).task(dealer.leftOut().get(0))).isEqualTo(bad);
  }

  @Test
  void putsOffNoTaskForEverThoughItIsNearToNobody() {
    int far = order(5000).task(0);
    TaskSelector dealer = dealer(5000, 1, TaskQueueTest.near(task -> task != far));
    int given = 0;
    while (book.queue().next() == 0) {
      deal(dealer, new Incarnation(1), 1, true);
      given++;
    }
    assertThat(given).isBetween(1000, 1100);
  }

  @Test
  void timesOutTheFirstTurnOfAWorkerOnly() {
    dealer(3, 1);
    CompletionTimes times = new CompletionTimes(4, 100);
    TaskDeadlines hands =
        new TaskDeadlines(book.queue(), new ComputedSlots(book.queue()), slot -> 1, times);
    hands.onAssigned(new Incarnation(1), 0);
    book.on(new QueueChange.Given(new Incarnation(1), List.of(0L, 1L)));
    assertThat(hands.overdue(999)).isEmpty();
    assertThat(hands.overdue(1000)).containsExactly(0L);
    hands.onFinished(0, 50);
    book.on(new QueueChange.Done(new Slot(0), Metrics.NONE));
    assertThat(hands.overdue(249)).isEmpty();
    assertThat(hands.overdue(250)).containsExactly(1L);
    assertThat(hands.deadline(1, 60)).isEqualTo(250);
  }

  @Test
  void allowsAMultipleOfTheMovingAverageButNeverLessThanTheFloor() {
    CompletionTimes times = new CompletionTimes(4, 100);
    assertThat(times.allowed(1)).isEqualTo(1000);
    times.addMeasurement(2, 200);
    assertThat(times.allowed(1)).isEqualTo(400);
    assertThat(times.allowed(3)).isEqualTo(1200);
    for (int i = 0; i < 200; i++) {
      times.addMeasurement(1, 1);
    }
    assertThat(times.allowed(1)).isEqualTo(100);
  }

  @Test
  void cutsByNumberAndByFile() {
    TaskCut byNumber = TaskCut.ofBlocks(10, 4);
    assertThat(byNumber.tasks()).isEqualTo(3);
    assertThat(byNumber.blocks(2)).containsExactly(8, 9);
    assertThat(byNumber.taskOf(7)).isEqualTo(1);
    BlockIndex index =
        new BlockIndex.Builder()
            .file(new InputFile("/a", 9, 0))
            .block(0, 1, 1)
            .block(1, 1, 1)
            .file(new InputFile("/empty", 0, 0))
            .file(new InputFile("/b", 9, 0))
            .block(0, 1, 1)
            .build();
    TaskCut byFile = TaskCut.ofFiles(index);
    assertThat(byFile.tasks()).isEqualTo(2);
    assertThat(byFile.blocks(0)).containsExactly(0, 1);
    assertThat(byFile.blocks(1)).containsExactly(2);
    assertThat(byFile.taskOf(1)).isZero();
    assertThat(byFile.taskOf(2)).isEqualTo(1);
  }
}
