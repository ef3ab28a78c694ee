package trainer.appmaster.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import trainer.core.job.JobState;
import trainer.master.report.ViewBuilder;

class LiveJobTest {
  private final LiveJob job = new LiveJob(7);

  private static ViewBuilder view(long version) {
    return new ViewBuilder()
        .state(JobState.RUNNING, null)
        .sync("bsp", null)
        .progress(version, 100, 1, 2);
  }

  private JsonNode since(String mark) {
    return job.since(Mark.parse(mark), 1);
  }

  @Test
  void readersGetTheSectionsThatChanged() {
    job.sample(view(3).build(), 1000);
    JsonNode all = since(null);
    assertThat(all.path("mark").asText()).isEqualTo("7.1");
    assertThat(all.path("activity").asText()).isEqualTo("Mini-batch 4 of 100, epoch 1 of 2");
    job.sample(view(4).build(), 2000);
    JsonNode changes = since("7.1");
    assertThat(changes.path("whole").asBoolean()).isFalse();
    assertThat(changes.path("progress").path("version").asLong()).isEqualTo(4);
    assertThat(changes.has("identity")).isFalse();
    assertThat(changes.path("totals").path("points")).hasSize(1);
  }

  @Test
  void readersOfAnotherMasterGetEverything() {
    job.sample(view(3).build(), 1000);
    assertThat(since("6.1").path("whole").asBoolean()).isTrue();
    assertThat(since("7.99").path("whole").asBoolean()).isTrue();
    assertThat(since("no mark").has("identity")).isTrue();
    assertThat(since("7.1").has("identity")).isFalse();
  }
}
