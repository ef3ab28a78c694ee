package trainer.core.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** How many blocks a task has where its number is left to the input. */
class TaskSizeTest {
  private static final TaskSize BY_INPUT = TaskSize.parse("0");

  @Test
  void aTaskIsNoSmallerThanWhatAWorkerPushesAtOnce() {
    assertThat(BY_INPUT.blocksWithoutBarriers(40, 2, 4)).isEqualTo(4);
  }

  @Test
  void aTaskIsOfWholeSteps() {
    assertThat(BY_INPUT.blocksWithoutBarriers(500, 2, 4)).as("15 would be a 16th").isEqualTo(16);
  }

  @Test
  void aTaskIsNotLarge() {
    assertThat(BY_INPUT.blocksWithoutBarriers(1_000_000, 2, 4)).isEqualTo(64);
    assertThat(BY_INPUT.blocksWithoutBarriers(1_000_000, 2, 100)).as("one step").isEqualTo(100);
  }

  @Test
  void aNumberThatIsSetHolds() {
    assertThat(TaskSize.parse("3").blocksWithoutBarriers(500, 2, 4)).isEqualTo(3);
  }
}
