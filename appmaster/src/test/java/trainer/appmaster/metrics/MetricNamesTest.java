package trainer.appmaster.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class MetricNamesTest {
  private static final Path PAGE = Path.of("../docs/guide/watching.md");

  @Test
  void theGuideNamesEveryMetricAndNoOther() throws IOException {
    TreeSet<String> documented = new TreeSet<>();
    for (MatchResult name :
        Pattern.compile("`(trainer_[a-z_]+)`").matcher(Files.readString(PAGE)).results().toList()) {
      documented.add(name.group(1));
    }
    TreeSet<String> names = new TreeSet<>();
    for (Metric metric : Metric.values()) {
      names.add(metric.text());
    }
    assertThat(documented).isEqualTo(names);
  }
}
