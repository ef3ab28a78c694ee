package trainer.learning.block;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.avro.model.ModelFolder;
import trainer.avro.model.ModelManifest;
import trainer.core.message.PartFile;
import trainer.core.table.Initializer;
import trainer.core.table.TableSpec;

class TrainedModelTest {
  private static final int ROWS = 1 << 20;
  private static final int MB = 1 << 20;

  /** A folder whose parts are gone: whoever gets as far as that had room. */
  private static final ModelFolder FOLDER =
      new ModelFolder() {
        @Override
        public String location() {
          return "/model";
        }

        @Override
        public List<String> names() {
          return List.of();
        }

        @Override
        public long length(String name) {
          return 0;
        }

        @Override
        public InputStream open(String name) throws IOException {
          throw new FileNotFoundException(name);
        }
      };

  private static void read(TableSpec table, int megabytes, int threads) throws IOException {
    PartFile part = new PartFile(0, "part-0", ROWS, 1, "00");
    ModelManifest manifest =
        new ModelManifest(
            "0".repeat(64), "m", Map.of(), 1, 1, "0", "", List.of(table), List.of(part));
    TrainedModel.read(FOLDER, manifest, (long) megabytes * MB, threads);
  }

  @Test
  void aDenseTableNeedsItsValuesAndACopyForEachThread() {
    TableSpec dense = new TableSpec("weights", 1, Initializer.ZERO, true, 20).dense(ROWS);
    assertThatThrownBy(() -> read(dense, 14, 2)).isInstanceOf(FileNotFoundException.class);
    assertThatThrownBy(() -> read(dense, 13, 2)).hasMessageContaining("need about 14 MB");
    assertThatThrownBy(() -> read(dense, 14, 3)).hasMessageStartingWith("RESOURCE_TOO_LARGE");
  }

  @Test
  void aSparseTableNeedsItsKeysToo() {
    TableSpec sparse = new TableSpec("weights", 1, Initializer.ZERO, true, 20);
    assertThatThrownBy(() -> read(sparse, 72, 2)).isInstanceOf(FileNotFoundException.class);
    assertThatThrownBy(() -> read(sparse, 71, 2)).hasMessageContaining("need about 72 MB");
  }
}
