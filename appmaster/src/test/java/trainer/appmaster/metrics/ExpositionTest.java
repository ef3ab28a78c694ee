package trainer.appmaster.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExpositionTest {
  private static final List<Sample> SAMPLES =
      List.of(
          new Sample(Metric.VERSIONS_COMMITTED, Map.of("job", "a.1"), 12_000_000_000L),
          new Sample(Metric.EPOCH, Map.of("job", "a\"b\\c\nd"), 2),
          new Sample(Metric.VERSIONS_COMMITTED, Map.of("job", "a.2"), 1e-9));

  @Test
  void prometheusHasTheWholeNameOfACounterEverywhere() {
    assertThat(Exposition.PROMETHEUS.text(SAMPLES))
        .isEqualTo(
            "# HELP trainer_versions_committed_total "
                + Metric.VERSIONS_COMMITTED.help()
                + "\n# TYPE trainer_versions_committed_total counter\n"
                + "trainer_versions_committed_total{job=\"a.1\"} 12000000000\n"
                + "trainer_versions_committed_total{job=\"a.2\"} 1.0E-9\n"
                + "# HELP trainer_epoch The pass over the data, from 1.\n"
                + "# TYPE trainer_epoch gauge\n"
                + "trainer_epoch{job=\"a\\\"b\\\\c\\nd\"} 2\n");
  }

  @Test
  void openMetricsDescribesACounterWithoutItsSuffixAndEndsWithALine() {
    assertThat(Exposition.OPEN_METRICS.text(SAMPLES))
        .contains("# TYPE trainer_versions_committed counter\n")
        .contains("\ntrainer_versions_committed_total{job=\"a.1\"} 12000000000\n")
        .endsWith("} 2\n# EOF\n");
  }

  @Test
  void theHeaderChoosesTheFormat() {
    String prometheus =
        "application/openmetrics-text; version=0.0.1,text/plain;version=0.0.4;q=0.5,*/*;q=0.1";
    assertThat(Exposition.accepted(prometheus)).isEqualTo(Exposition.OPEN_METRICS);
    assertThat(Exposition.accepted("text/plain")).isEqualTo(Exposition.PROMETHEUS);
    assertThat(Exposition.accepted(null)).isEqualTo(Exposition.PROMETHEUS);
  }
}
