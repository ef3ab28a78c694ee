package trainer.client.submit;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.core.config.Settings;
import trainer.core.table.Initializer;
import trainer.core.table.TableSpec;

class TableMemoryTest {
  private static final TableSpec WEIGHTS = new TableSpec("weights", 1, Initializer.ZERO, true, 20);

  private static void check(TableSpec table, String... settings) {
    Map<String, String> texts = new HashMap<>();
    for (int i = 0; i < settings.length; i += 2) {
      texts.put("trainer." + settings[i], settings[i + 1]);
    }
    TableMemory.check(Settings.of(texts), List.of(table));
  }

  @Test
  void whatFitsPasses() {
    assertThatCode(() -> check(WEIGHTS)).doesNotThrowAnyException();
    assertThatCode(() -> check(WEIGHTS.dense(5_000_000))).doesNotThrowAnyException();
    TableSpec wide = new TableSpec("weights", 1 << 16, Initializer.ZERO, true, 20);
    assertThatCode(() -> check(wide)).as("rows unknown").doesNotThrowAnyException();
  }

  @Test
  void aWorkerHoldsTheWholeTable() {
    TableSpec table = WEIGHTS.dense(5_000_000);
    for (String pservers : List.of("1", "30")) {
      assertThatThrownBy(() -> check(table, "worker.memory-mb", "384", "pservers", pservers))
          .hasMessageStartingWith("RESOURCE_TOO_LARGE")
          .hasMessageContaining("weights (5,000,000 rows of 1)")
          .hasMessageContaining("327 MB of heap, of which there are 192")
          .hasMessageContaining("trainer.worker.memory-mb=384")
          .hasMessageContaining("519 or more");
    }
    assertThatCode(() -> check(table, "worker.memory-mb", "519")).doesNotThrowAnyException();
    assertThatThrownBy(() -> check(table, "worker.memory-mb", "519", "worker.vcores", "2"))
        .hasMessageContaining("trainer.worker.memory-mb=519");
  }

  @Test
  void whereNobodyWaitsItHoldsTheSumsOfStepsThatAreOnTheirWay() {
    TableSpec table = WEIGHTS.dense(5_000_000);
    assertThatThrownBy(() -> check(table, "worker.memory-mb", "519", "sync", "async"))
        .hasMessageContaining("518 MB of heap")
        .hasMessageContaining("trainer.worker.memory-mb=519");
  }

  @Test
  void pserversShareItAndItsOptimizersState() {
    TableSpec table = WEIGHTS.dense(5_000_000);
    assertThatThrownBy(() -> check(table, "pserver.memory-mb", "384"))
        .hasMessageContaining("trainer.pserver.memory-mb=384");
    assertThatCode(() -> check(table, "pserver.memory-mb", "384", "pservers", "3"))
        .doesNotThrowAnyException();
    String[] large = {"pserver.memory-mb", "540"};
    assertThatCode(() -> check(table, large)).doesNotThrowAnyException();
    assertThatThrownBy(() -> check(table, "pserver.memory-mb", "540", "optimizer", "ftrl"))
        .hasMessageContaining("trainer.pserver.memory-mb=540");
  }

  @Test
  void aLanesPartFitsAFrame() {
    String[] roomy = {
      "worker.memory-mb", "9000", "pserver.memory-mb", "9000", "bulk.max-frame", "8000"
    };
    assertThatCode(() -> check(WEIGHTS.dense(1000), roomy)).doesNotThrowAnyException();
    assertThatThrownBy(() -> check(WEIGHTS.dense(1001), roomy))
        .hasMessageContaining("trainer.bulk.max-frame")
        .hasMessageContaining("8008 bytes, of which there may be 8000");
    assertThatCode(
            () -> check(WEIGHTS.dense(1001), "bulk.max-frame", "8000", "pserver.vcores", "2"))
        .doesNotThrowAnyException();
    TableSpec wide = new TableSpec("weights", 1001, Initializer.ZERO, true, 20);
    assertThatThrownBy(() -> check(wide, roomy)).hasMessageContaining("weights (sparse of 1001)");
  }

  @Test
  void noShareHasMoreNumbersThanAnArray() {
    TableSpec table = new TableSpec("weights", 1 << 16, Initializer.ZERO, true, 20).dense(1 << 15);
    assertThatThrownBy(() -> check(table, "worker.memory-mb", "1000000"))
        .hasMessageContaining("weights (32,768 rows of 65536)")
        .hasMessageContaining("more than the 2147483647 numbers");
  }
}
