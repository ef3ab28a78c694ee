package trainer.client.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.core.config.Settings;

class ClusterChecksTest {
  private static final URI HDFS = URI.create("hdfs://nn:8020");

  @Test
  void warnsOfInputsAndOutputsOnTheDisksOfNodes() {
    List<String> inputs = List.of("hdfs://nn/a", "file:/data/b");
    assertThat(ClusterChecks.onLocalDisks(inputs, List.of("file:/models/m"), HDFS))
        .hasSize(2)
        .anyMatch(line -> line.contains("file:/data/b") && line.contains("hdfs dfs -put"))
        .anyMatch(line -> line.contains("file:/models/m") && line.contains("hdfs dfs -get"));
  }

  @Test
  void hasNoWarningWhereTheClusterItselfIsOnOneDisk() {
    assertThat(
            ClusterChecks.onLocalDisks(
                List.of("file:/a"), List.of("file:/m"), URI.create("file:///")))
        .isEmpty();
    assertThat(ClusterChecks.onLocalDisks(List.of("hdfs://nn/a"), List.of("hdfs://nn/m"), HDFS))
        .isEmpty();
  }

  @Test
  void refusesAStandbyThatNoMasterCouldSpeakFor() {
    ClusterChecks.standby(Settings.of(Map.of("trainer.master.attempts", "1")));
    ClusterChecks.standby(Settings.of(Map.of("trainer.standby", "true")));
    Map<String, String> single = Map.of("trainer.standby", "true", "trainer.master.attempts", "1");
    assertThatThrownBy(() -> ClusterChecks.standby(Settings.of(single)))
        .hasMessageContaining("CONFIG_INVALID: a standby needs another master from YARN")
        .hasMessageContaining("trainer.master.attempts");
  }
}
