package trainer.appmaster.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import trainer.core.message.TimeSpent.Phase;

class MinibatchTimesTest {
  private final MinibatchTimes times = new MinibatchTimes();

  private static Workers twenty(long minibatches, double seconds, double slow) {
    Workers workers = Workers.at(minibatches);
    for (int i = 0; i < 20; i++) {
      workers.with(i, i + 1, minibatches, i == 19 ? slow : seconds);
    }
    return workers;
  }

  @Test
  void quantilesAreOverTheProcesses() {
    times.sample(twenty(10, 5, 5).view());
    JsonNode compute = times.sample(twenty(12, 6, 9).view()).path("compute");
    assertThat(compute.path("p50").asDouble()).isCloseTo(0.5, within(1e-9));
    assertThat(compute.path("p95").asDouble()).isCloseTo(0.5, within(1e-9));
    assertThat(compute.path("max").asDouble()).isCloseTo(2, within(1e-9));
  }

  @Test
  void processesWithoutAFinishedMinibatchAreLeftOut() {
    assertThat(times.sample(twenty(0, 9, 9).view())).isEmpty();
  }

  @Test
  void aLongMinibatchCountsUntilTheNextOne() {
    times.sample(twenty(1, 70, 70).view());
    JsonNode last = null;
    for (int i = 0; i < 30; i++) {
      last = times.sample(twenty(1, 100 + i, 100 + i).view());
    }
    assertThat(last.path("compute").path("max").asDouble()).isCloseTo(70, within(1e-9));
    last = times.sample(twenty(2, 150, 150).view());
    assertThat(last.path("compute").path("max").asDouble()).isCloseTo(80, within(1e-9));
  }

  @Test
  void oldSamplesDoNotCount() {
    times.sample(twenty(1, 100, 100).view());
    JsonNode last = null;
    for (int i = 2; i < 14; i++) {
      last = times.sample(twenty(i, 100 + i, 100 + i).view());
    }
    assertThat(last.path("compute").path("max").asDouble()).isCloseTo(1, within(1e-9));
  }

  @Test
  void formerWorkersCountInTheTotal() {
    Workers workers = Workers.at(3).with(0, 1, 2, 4, "exit status 137").with(0, 2, 1, 3);
    assertThat(MinibatchTimes.ofWorkers(workers.view()).finished()).isEqualTo(3);
    assertThat(MinibatchTimes.ofWorkers(workers.view()).in(Phase.COMPUTE))
        .isEqualTo(7_000_000_000L);
  }
}
