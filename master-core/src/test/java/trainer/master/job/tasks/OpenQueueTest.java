package trainer.master.job.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import trainer.core.id.Incarnation;
import trainer.master.queue.TaskState;

class OpenQueueTest {
  private final OpenQueueFixture fixture = new OpenQueueFixture(Map.of());
  private final OpenQueue open = fixture.open;

  @Test
  void coversEachTaskOnceInAPass() {
    assertThat(LongStream.range(0, 4).mapToInt(open::task)).containsExactlyInAnyOrder(0, 1, 2, 3);
    assertThat(open.size(0)).isEqualTo(2);
    assertThat(open.blockNumbers(0)).containsExactly(2 * open.task(0), 2 * open.task(0) + 1);
  }

  @Test
  void namesTheBlockIfItBelongsToTheSlot() {
    int block = open.blockNumbers(0)[1];
    assertThat(open.contains(0, block)).isTrue();
    assertThat(open.where(0, block)).isNotEqualTo(open.where(0));
    assertThat(open.where(1, block)).isEqualTo(open.where(1)).endsWith("and the 1 after it");
    assertThat(open.inWords(0)).isEqualTo("task " + open.task(0) + " (" + open.where(0) + ")");
  }

  @Test
  void appliesARecordedChange() {
    fixture.give(new Incarnation(7), 0L);
    assertThat(open.queue().state(0)).isEqualTo(TaskState.PENDING);
  }
}
