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
    VersionSchedule schedule = new VersionSchedule(List.of(Phase.training(3)), 4);
    assertThat(schedule.versions()).isEqualTo(12);
    for (long version = 1; version <= 12; version++) {
      assertThat(schedule.isUpdate(version)).isFalse();
      assertThat(schedule.minibatch(version)).isEqualTo(version);
      assertThat(schedule.phase(version)).isZero();
      assertThat(schedule.epoch(version)).isEqualTo((int) (version + 3) / 4);
      assertThat(schedule.beginsEpoch(version)).isEqualTo(version % 4 == 1);
      assertThat(schedule.endsEpoch(version)).isEqualTo(version % 4 == 0);
    }
    assertThat(schedule.epoch(0)).isZero();
  }

  @Test
  void aRowUpdateIsOneVersionWithoutAMinibatch() {
    VersionSchedule schedule = new VersionSchedule(PHASES, 4);
    assertThat(schedule.versions()).isEqualTo(14);
    assertThat(versions(schedule).filter(schedule::isUpdate).boxed()).containsExactly(5L, 14L);
    assertThat(versions(schedule).map(schedule::minibatch).boxed())
        .containsExactly(1L, 2L, 3L, 4L, 4L, 5L, 6L, 7L, 8L, 9L, 10L, 11L, 12L, 12L);
    assertThat(versions(schedule).mapToInt(schedule::phase).boxed())
        .containsExactly(0, 0, 0, 0, 1, 2, 2, 2, 2, 2, 2, 2, 2, 3);
    assertThat(versions(schedule).filter(schedule::beginsEpoch).boxed())
        .containsExactly(1L, 6L, 10L);
    assertThat(versions(schedule).mapToInt(schedule::epoch).boxed())
        .containsExactly(1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3);
  }

  @Test
  void thereIsAModelFromTheFirstMinibatchOfTheLastPassesOn() {
    assertThat(new VersionSchedule(PHASES, 4).firstOfTheModel()).isEqualTo(6);
    assertThat(new VersionSchedule(List.of(Phase.training(3)), 4).firstOfTheModel()).isEqualTo(1);
  }

  @Test
  void itsLengthSaysHowManyMinibatchesAnEpochHas() {
    VersionSchedule schedule = VersionSchedule.ofLength(PHASES, 14);
    assertThat(schedule.versions()).isEqualTo(14);
    assertThat(schedule.isUpdate(5)).isTrue();
    assertThat(schedule.epoch(9)).isEqualTo(2);
  }

  private static LongStream versions(VersionSchedule schedule) {
    return LongStream.rangeClosed(1, schedule.versions());
  }
}
