package trainer.master.queue;

import static org.assertj.core.api.Assertions.assertThat;

import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import trainer.core.fact.QueueChange;
import trainer.core.id.Incarnation;
import trainer.core.id.Slot;
import trainer.core.id.Version;

/** Slots whose gradients have a place in a version that is not committed yet. */
class AdmittedSlotsTest {
  private final QueueHistory book = new QueueHistory();

  AdmittedSlotsTest() {
    book.on(new QueueChange.Opened(new Version(1), 4, 2));
    book.on(new QueueChange.Given(new Incarnation(7), List.of(0L, 1L)));
    book.on(new QueueChange.Given(new Incarnation(8), List.of(2L)));
    book.on(new QueueChange.Admitted(new Slot(0), new Version(1), 0));
    book.on(new QueueChange.Admitted(new Slot(2), new Version(2), 3));
  }

  private TaskQueue queue() {
    return book.queue();
  }

  @Test
  void areInNobodysHandsAndNotDone() {
    assertThat(queue().state(0)).isEqualTo(TaskState.ADMITTED);
    assertThat(queue().held(new Incarnation(7))).containsExactly(1L);
    assertThat(queue().counts()).isEqualTo(new QueueCounts(5, 3, 0, 0));
    assertThat(book.totals().reports()).isEqualTo(2);
    assertThat(book.totals().refusals()).isEqualTo(3);
  }

  @Test
  void areDoneWithTheirVersion() {
    book.on(new QueueChange.Included(new Version(1)));
    assertThat(queue().state(0)).isEqualTo(TaskState.DONE);
    assertThat(queue().state(2)).isEqualTo(TaskState.ADMITTED);
    book.on(new QueueChange.Included(new Version(2)));
    assertThat(queue().counts()).isEqualTo(new QueueCounts(5, 1, 2, 0));
  }

  @Test
  void keepTheirPlaceWhenTheyAreTakenFromALostWorkerAndCountOnce() {
    book.on(new QueueChange.Returned(new Slot(0), QueueChange.Cause.LOST));
    assertThat(queue().state(0)).isEqualTo(TaskState.TODO);
    assertThat(queue().hasPlace(0)).isTrue();
    book.on(new QueueChange.Given(new Incarnation(8), List.of(0L)));
    assertThat(queue().state(0)).isEqualTo(TaskState.PENDING);
    book.on(new QueueChange.Admitted(new Slot(0), new Version(1), 0));
    assertThat(queue().held(new Incarnation(8))).isEmpty();
    assertThat(book.totals().reports()).isEqualTo(2);
  }

  @Test
  void areNotDealtAgainWhileTheyHaveTheirPlaceButStandInNobodysWay() {
    book.on(new QueueChange.Returned(new Slot(0), QueueChange.Cause.LOST));
    TaskSelector dealer = new TaskSelector(queue(), new TaskSchedule(5, 4), Locality.UNKNOWN);
    assertThat(dealer.select(TaskQueueTest.asker(new Incarnation(8)), 1, true, IntSet.of()))
        .isEqualTo(TaskReply.WORK);
    assertThat(dealer.work()).containsExactly(3L);
  }

  @Test
  void areDoneWithTheirVersionWhoeverIsAtThemOnceMore() {
    book.on(new QueueChange.Returned(new Slot(0), QueueChange.Cause.LOST));
    book.on(new QueueChange.Given(new Incarnation(8), List.of(0L)));
    book.on(new QueueChange.Included(new Version(1)));
    assertThat(queue().state(0)).isEqualTo(TaskState.DONE);
    assertThat(queue().held(new Incarnation(8))).isEmpty();

    book.on(new QueueChange.Returned(new Slot(2), QueueChange.Cause.LOST));
    book.on(new QueueChange.Included(new Version(2)));
    assertThat(queue().state(2)).isEqualTo(TaskState.DONE);
    assertThat(queue().hasReturned()).isFalse();
  }

  @Test
  void areTodoWhenALineBeginsBeforeTheirVersionAndDoneWhenItHoldsIt() {
    book.beginLine(1);
    assertThat(queue().state(0)).isEqualTo(TaskState.DONE);
    assertThat(queue().state(2)).isEqualTo(TaskState.TODO);
    assertThat(queue().hasPlace(2)).isFalse();
    assertThat(queue().held(new Incarnation(7))).containsExactly(1L);
    assertThat(book.totals().reports()).as("the other is void").isEqualTo(1);
  }

  @Test
  void standInASnapshot() {
    QueueHistory again = new QueueHistory();
    again.on(book.snapshot());
    assertThat(again.snapshot()).isEqualTo(book.snapshot());
    assertThat(again.queue().state(2)).isEqualTo(TaskState.ADMITTED);
    again.on(new QueueChange.Included(new Version(2)));
    assertThat(again.queue().done()).isEqualTo(2);
  }

  @Test
  void aSnapshotThatIsGoneBackToHoldsNoPlaces() {
    QueueHistory back = new QueueHistory();
    back.rollBack(book.snapshot());
    assertThat(back.queue().state(0)).isEqualTo(TaskState.TODO);
    assertThat(back.queue().counts()).isEqualTo(new QueueCounts(8, 0, 0, 0));
    assertThat(back.totals().reports()).isZero();
    assertThat(back.totals().refusals()).isEqualTo(3);
  }
}
