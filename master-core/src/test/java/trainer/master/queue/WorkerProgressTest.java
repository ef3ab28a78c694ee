package trainer.master.queue;

import static org.assertj.core.api.Assertions.assertThat;

import it.unimi.dsi.fastutil.longs.LongSet;
import org.junit.jupiter.api.Test;
import trainer.core.id.Incarnation;

class WorkerProgressTest {
  private static final LongSet BOTH = LongSet.of(1, 2);

  private final WorkerProgress clocks = new WorkerProgress();

  @Test
  void theSlowestIsTheOneThatHasFinishedLeast() {
    clocks.onAssigned(new Incarnation(1));
    clocks.onAssigned(new Incarnation(2));
    clocks.onClock(new Incarnation(1), 4, 5);
    assertThat(clocks.reconcile(BOTH)).isFalse();
    clocks.onClock(new Incarnation(2), 3, 4);
    assertThat(clocks.reconcile(BOTH)).isTrue();
    assertThat(clocks.slowest()).isEqualTo(3);
    assertThat(clocks.of(new Incarnation(1))).isEqualTo(4);
  }

  @Test
  void whoHoldsNothingHoldsNobodyUpAndCountsOnFromTheSlowest() {
    clocks.onAssigned(new Incarnation(1));
    clocks.onAssigned(new Incarnation(2));
    clocks.onClock(new Incarnation(1), 7, 8);
    assertThat(clocks.reconcile(LongSet.of(1))).isTrue();
    assertThat(clocks.slowest()).isEqualTo(7);
    clocks.onAssigned(new Incarnation(2));
    assertThat(clocks.of(new Incarnation(2))).isEqualTo(7);
    clocks.onClock(new Incarnation(2), 1, 2); // on its way since before
    assertThat(clocks.reconcile(BOTH)).isFalse();
    assertThat(clocks.slowest()).as("never falls").isEqualTo(7);
  }

  @Test
  void aNewMasterWaitsForThoseThatHoldTasks() {
    clocks.onOpened(BOTH);
    clocks.onClock(new Incarnation(1), 40, 41);
    assertThat(clocks.reconcile(BOTH)).as("worker 2 may be far behind").isFalse();
    assertThat(clocks.mayGive(new Incarnation(1))).isTrue();
    assertThat(clocks.mayGive(new Incarnation(3)))
        .as("nobody knows from where it is to count")
        .isFalse();
    clocks.onClock(new Incarnation(2), 38, 39);
    assertThat(clocks.reconcile(BOTH)).isTrue();
    assertThat(clocks.slowest()).isEqualTo(38);
    assertThat(clocks.mayGive(new Incarnation(3))).isTrue();
  }

  @Test
  void aNewMasterCountsFromThoseThatHaveFinishedAllTheyHeldMeanwhile() {
    clocks.onOpened(BOTH);
    clocks.onClock(new Incarnation(1), 40, 41);
    clocks.onClock(new Incarnation(2), 42, 43);
    assertThat(clocks.reconcile(LongSet.of())).isTrue();
    assertThat(clocks.slowest()).isEqualTo(40);
  }

  @Test
  void whatIsSaidBeforeTheDeskOpensIsSaidAgain() {
    clocks.onClock(new Incarnation(1), 100, 101);
    clocks.onOpened(BOTH);
    clocks.onClock(new Incarnation(2), 103, 104);
    assertThat(clocks.reconcile(BOTH)).as("nobody knows where worker 1 is now").isFalse();
    clocks.onClock(new Incarnation(1), 100, 101);
    assertThat(clocks.reconcile(BOTH)).isTrue();
    assertThat(clocks.slowest()).isEqualTo(100);
  }

  @Test
  void aNewMasterDoesNotWaitForOneWhoseTasksAreTakenBack() {
    clocks.onOpened(BOTH);
    clocks.onClock(new Incarnation(1), 40, 41);
    assertThat(clocks.reconcile(LongSet.of(1))).isTrue();
    assertThat(clocks.slowest()).isEqualTo(40);
  }

  /** The last master recorded its tasks, and died before it sent them. */
  @Test
  void aWorkerThatHasBegunNothingCountsFromTheOthers() {
    clocks.onOpened(BOTH);
    assertThat(clocks.isKnown()).isFalse();
    clocks.onClock(new Incarnation(2), 0, 0);
    clocks.onClock(new Incarnation(1), 3, 3);
    assertThat(clocks.isKnown()).isFalse();
    assertThat(clocks.reconcile(BOTH)).isTrue();
    assertThat(clocks.isKnown()).isTrue();
    assertThat(clocks.slowest()).isEqualTo(3);
    assertThat(clocks.of(new Incarnation(2))).isEqualTo(3);
  }

  @Test
  void allCountFromZeroWhereNoneHasBegun() {
    clocks.onOpened(LongSet.of(1));
    clocks.onClock(new Incarnation(1), 0, 0);
    assertThat(clocks.reconcile(LongSet.of(1))).as("it waits for that").isTrue();
    assertThat(clocks.slowest()).isZero();
  }

  @Test
  void whoIsGoneHoldsNobodyUp() {
    clocks.onAssigned(new Incarnation(1));
    clocks.onAssigned(new Incarnation(2));
    clocks.onClock(new Incarnation(1), 5, 6);
    clocks.onLeft(new Incarnation(2));
    assertThat(clocks.reconcile(LongSet.of(1))).isTrue();
    assertThat(clocks.reconcile(LongSet.of())).as("nobody is at work").isFalse();
    assertThat(clocks.slowest()).isEqualTo(5);
  }
}
