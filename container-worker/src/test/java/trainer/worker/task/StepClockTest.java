package trainer.worker.task;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import trainer.core.id.Term;
import trainer.core.message.FromWorker;
import trainer.core.message.Staleness;
import trainer.core.message.ToWorker;

class StepClockTest {
  private static final long NONE = Long.MAX_VALUE;

  private final StepClock clock = new StepClock();

  @Test
  void boundsNothingBeforeTheFirstPace() {
    assertThat(clock.isBounded()).isFalse();
    assertThat(clock.progress(NONE)).isEmpty();
  }

  @Test
  void letsAWorkerBeAheadByTheBoundAndNoMore() {
    clock.onPace(new ToWorker.Pace(new Term(1), 0, 1));
    assertThat(clock.begin()).isZero();
    assertThat(clock.lead()).isEqualTo(Staleness.of(1));
    assertThat(clock.mayBegin()).isTrue();
    assertThat(clock.begin()).isEqualTo(1);
    assertThat(clock.mayBegin()).isFalse();
    clock.onPace(new ToWorker.Pace(new Term(1), 1, 1));
    assertThat(clock.mayBegin()).isTrue();
  }

  @Test
  void reportsProgressOnceUntilItChangesOrIsAskedFor() {
    clock.onPace(new ToWorker.Pace(new Term(1), 0, 3));
    clock.begin();
    assertThat(clock.progress(0)).contains(new FromWorker.Clock(new Term(1), 0, 1));
    assertThat(clock.progress(0)).isEmpty();
    assertThat(clock.progress(NONE)).contains(new FromWorker.Clock(new Term(1), 1, 1));
    clock.repeatProgress();
    assertThat(clock.progress(NONE)).contains(new FromWorker.Clock(new Term(1), 1, 1));
  }

  @Test
  void ofAnIdleWorkerStartsAtTheSlowestOfANewMaster() {
    clock.onPace(new ToWorker.Pace(new Term(1), 50, 0));
    clock.onPace(new ToWorker.Pace(new Term(2), 3, 0), true);
    assertThat(clock.begin()).isEqualTo(3);
  }

  @Test
  void ofAFreshWorkerWaitsUntilTheSlowestIsKnown() {
    clock.onPace(new ToWorker.Pace(new Term(1), 50, 0));
    clock.onPace(new ToWorker.Pace(new Term(2), ToWorker.Pace.UNKNOWN, 3), true);
    assertThat(clock.mayBegin()).isFalse();
    assertThat(clock.progress(NONE)).contains(new FromWorker.Clock(new Term(2), 0, 0));
    clock.onPace(new ToWorker.Pace(new Term(2), 7, 3));
    assertThat(clock.mayBegin()).isTrue();
    assertThat(clock.begin()).isEqualTo(7);
  }

  @Test
  void ofAWorkerThatHasBegunNothingWaitsUntilTheSlowestIsKnown() {
    clock.onPace(new ToWorker.Pace(new Term(1), 0, 2));
    clock.onPace(new ToWorker.Pace(new Term(2), ToWorker.Pace.UNKNOWN, 2), false);
    assertThat(clock.mayBegin()).isFalse();
    clock.onPace(new ToWorker.Pace(new Term(2), 3, 2));
    assertThat(clock.begin()).isEqualTo(3);
  }

  @Test
  void goesOnByTheFormerPaceUntilTheSlowestIsKnown() {
    clock.onPace(new ToWorker.Pace(new Term(1), 5, 0));
    assertThat(clock.begin()).isEqualTo(5);
    clock.onPace(new ToWorker.Pace(new Term(2), ToWorker.Pace.UNKNOWN, 0), false);
    assertThat(clock.mayBegin()).isFalse();
    assertThat(clock.progress(5)).contains(new FromWorker.Clock(new Term(2), 5, 6));
    clock.onPace(new ToWorker.Pace(new Term(2), 6, 0));
    assertThat(clock.begin()).isEqualTo(6);
  }

  @Test
  void neverGoesBackUnderTheSameMaster() {
    clock.onPace(new ToWorker.Pace(new Term(1), 50, 0));
    clock.onPace(new ToWorker.Pace(new Term(1), 3, 0), true);
    assertThat(clock.begin()).isEqualTo(50);
  }
}
