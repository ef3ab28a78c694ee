package trainer.client.submit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.avro.model.ModelManifest;
import trainer.avro.model.ModelOrigin;
import trainer.core.config.Settings;
import trainer.core.message.PartFile;
import trainer.core.table.Initializer;
import trainer.core.table.TableSpec;

class ModelPlacementTest {
  private static final TableSpec WEIGHTS = new TableSpec("weights", 1, Initializer.ZERO, true, 20);

  /** The place of a model of so many million rows of one number. */
  private static Map<String, String> place(long million, String... settings) {
    return place(WEIGHTS, million, settings);
  }

  private static Map<String, String> place(TableSpec table, long million, String... settings) {
    return placement(table, million, settings).decide();
  }

  private static ModelPlacement placement(TableSpec table, long million, String... settings) {
    Map<String, String> texts = new HashMap<>(Map.of("trainer.score.model-uri", "hdfs://x/model"));
    for (int i = 0; i < settings.length; i += 2) {
      texts.put("trainer." + settings[i], settings[i + 1]);
    }
    ModelManifest manifest =
        new ModelManifest(
            "0".repeat(64),
            new ModelOrigin("", "m", Map.of(), "0"),
            1,
            1,
            List.of(),
            List.of(table),
            List.of(new PartFile(0, "part-0", million * 1_000_000, 1, "00")));
    return new ModelPlacement(Settings.of(texts), manifest, "hdfs://x/model");
  }

  @Test
  void workersHoldTheModelIfTheyHaveTheMemory() {
    assertThat(place(5))
        .containsEntry("trainer.score.model", "worker")
        .containsEntry("trainer.pservers", "0");
    assertThat(place(5, "pservers", "3")).containsEntry("trainer.pservers", "0");
  }

  @Test
  void elseAsFewPserversAsCan() {
    assertThat(place(20))
        .containsEntry("trainer.score.model", "pserver")
        .containsEntry("trainer.pservers", "1")
        .containsEntry("trainer.optimizer", "sgd");
    assertThat(place(100)).containsEntry("trainer.pservers", "4");
    assertThat(place(100, "pserver.memory-mb", "8192")).containsEntry("trainer.pservers", "1");
  }

  @Test
  void theUserIsToldWhereItIs() {
    assertThat(placement(WEIGHTS, 5).inWords(0)).matches("in each worker, about \\d+ MB");
    assertThat(placement(WEIGHTS, 20).inWords(1))
        .matches(
            "on 1 pserver, about [\\d,]+ MB; it would take about [\\d,]+ MB in each worker, which"
                + " has room for [\\d,]+ MB");
  }

  @Test
  void aNumberThatIsGivenIsKept() {
    assertThat(place(20, "pservers", "3")).containsEntry("trainer.pservers", "3");
    assertThatThrownBy(() -> place(100, "pservers", "2"))
        .hasMessageStartingWith("RESOURCE_TOO_LARGE")
        .hasMessageContaining("the fullest of 2 pservers")
        .hasMessageContaining("set trainer.pserver.memory-mb to ");
  }

  @Test
  void aReplicaMoreNeedsMoreMemory() {
    assertThat(place(40)).containsEntry("trainer.pservers", "2");
    assertThat(place(40, "pserver.replicas", "2")).containsEntry("trainer.pservers", "3");
    assertThat(place(1, "score.model", "pserver", "pserver.replicas", "2"))
        .containsEntry("trainer.pservers", "2");
    assertThatThrownBy(() -> place(20, "pservers", "1", "pserver.replicas", "2"))
        .hasMessageContaining("2 copies of each row need as many pservers, not 1");
  }

  @Test
  void aPlaceThatIsAskedForIsKept() {
    assertThat(place(1, "score.model", "pserver")).containsEntry("trainer.pservers", "1");
    assertThatThrownBy(() -> place(20, "score.model", "worker"))
        .hasMessageContaining("in each worker")
        .hasMessageContaining("set trainer.worker.memory-mb to ");
  }

  @Test
  void aModelBeyondAllPserversIsRefused() {
    assertThatThrownBy(() -> place(5_000))
        .hasMessageStartingWith("RESOURCE_TOO_LARGE")
        .hasMessageContaining("the fullest of 32 pservers");
  }

  @Test
  void aWorkerHoldsAllRowsOfADenseTable() {
    TableSpec dense = WEIGHTS.dense(200_000_000);
    assertThatThrownBy(() -> place(dense, 200))
        .hasMessageContaining("a worker that pulls its rows")
        .hasMessageContaining("set trainer.worker.memory-mb to ");
  }
}
