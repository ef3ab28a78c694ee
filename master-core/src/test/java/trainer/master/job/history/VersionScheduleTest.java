package trainer.master.job.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import trainer.core.job.Phase;

class VersionScheduleTest {
  private static final List<Phase> PHASES =
      List.of(
          new Phase.Passes("count", 1),
          new Phase.RowUpdate("scale", "counts"),
          new Phase.Passes("train", 2),
          new Phase.RowUpdate("trim", "weights"));

  @Test
  void aTrainingOfOnePhaseHasItsMinibatchesAsVersions() {
    VersionSchedule course = new VersionSchedule(List.of(Phase.training(3)), 4);
    assertThat(course.versions()).isEqualTo(12);
    for (long version = 1; version <= 12; version++) {
      assertThat(course.isUpdate(version)).isFalse();
      assertThat(course.minibatch(version)).isEqualTo(version);
      assertThat(course.phase(version)).isZero();
      assertThat(course.epoch(version)).isEqualTo((int) (version + 3) / 4);
      assertThat(course.beginsEpoch(version)).isEqualTo(version % 4 == 1);
      assertThat(course.endsEpoch(version)).isEqualTo(version % 4 == 0);
    }
    assertThat(course.epoch(0)).isZero();
  }

  @Test
  void aRowUpdateIsOneVersionWithoutAMinibatch() {
    VersionSchedule course = new VersionSchedule(PHASES, 4);
    assertThat(course.versions()).isEqualTo(14);
    assertThat(versions(course).filter(course::isUpdate).boxed()).containsExactly(5L, 14L);
    assertThat(versions(course).map(course::minibatch).boxed())
        .containsExactly(1L, 2L, 3L, 4L, 4L, 5L, 6L, 7L, 8L, 9L, 10L, 11L, 12L, 12L);
    assertThat(versions(course).mapToInt(course::phase).boxed())
        .containsExactly(0, 0, 0, 0, 1, 2, 2, 2, 2, 2, 2, 2, 2, 3);
    assertThat(versions(course).filter(course::beginsEpoch).boxed()).containsExactly(1L, 6L, 10L);
    assertThat(versions(course).mapToInt(course::epoch).boxed())
        .containsExactly(1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3);
  }

  @Test
  void thereIsAModelFromTheFirstMinibatchOfTheLastPassesOn() {
    assertThat(new VersionSchedule(PHASES, 4).firstOfTheModel()).isEqualTo(6);
    assertThat(new VersionSchedule(List.of(Phase.training(3)), 4).firstOfTheModel()).isEqualTo(1);
  }

  @Test
  void itsLengthSaysHowManyMinibatchesAnEpochHas() {
    VersionSchedule course = VersionSchedule.ofLength(PHASES, 14);
    assertThat(course.versions()).isEqualTo(14);
    assertThat(course.isUpdate(5)).isTrue();
    assertThat(course.epoch(9)).isEqualTo(2);
  }

  private static LongStream versions(VersionSchedule course) {
    return LongStream.rangeClosed(1, course.versions());
  }
}
