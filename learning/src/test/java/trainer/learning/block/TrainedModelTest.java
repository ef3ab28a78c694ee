package trainer.learning.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.avro.model.ModelFolder;
import trainer.avro.model.ModelManifest;
import trainer.avro.model.ModelOrigin;
import trainer.avro.model.ModelPartWriter;
import trainer.core.message.PartFile;
import trainer.core.table.Initializer;
import trainer.core.table.TableSpec;

class TrainedModelTest {
  private static final int ROWS = 1 << 20;
  private static final int MB = 1 << 20;

  /** A folder of one file, or of none. */
  private record Folder(byte[] part) implements ModelFolder {
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
      if (part == null) {
        throw new FileNotFoundException(name);
      }
      return new ByteArrayInputStream(part);
    }
  }

  private static ModelManifest manifest(PartFile part, TableSpec... tables) {
    return new ModelManifest(
        "0".repeat(64),
        new ModelOrigin("", "m", Map.of(), "0"),
        1,
        1,
        List.of(),
        List.of(tables),
        List.of(part));
  }

  private static void read(TableSpec table, int megabytes, int threads) throws IOException {
    PartFile part = new PartFile(0, "part-0", ROWS, 1, "00");
    // its parts are gone: whoever gets as far as that had room
    TrainedModel.read(
        new Folder(null), manifest(part, table), (long) megabytes * MB, threads, "raise it");
  }

  @Test
  void aDenseTableNeedsItsValuesAndACopyForEachThread() {
    TableSpec dense = new TableSpec("weights", 1, Initializer.ZERO, true, 20).dense(ROWS);
    assertThatThrownBy(() -> read(dense, 14, 2)).isInstanceOf(FileNotFoundException.class);
    assertThatThrownBy(() -> read(dense, 13, 2)).hasMessageContaining("takes about 14 MB");
    assertThatThrownBy(() -> read(dense, 14, 3)).hasMessageStartingWith("RESOURCE_TOO_LARGE");
  }

  @Test
  void aSparseTableNeedsItsKeysToo() {
    TableSpec sparse = new TableSpec("weights", 1, Initializer.ZERO, true, 20);
    assertThatThrownBy(() -> read(sparse, 72, 2)).isInstanceOf(FileNotFoundException.class);
    assertThatThrownBy(() -> read(sparse, 71, 2)).hasMessageContaining("takes about 72 MB");
  }

  @Test
  void aRowThatIsNotStoredStandsAtItsInitialValues() throws IOException {
    TableSpec factors = new TableSpec("factors", 2, Initializer.normal(1), true, 20).seeded(3);
    TableSpec layer =
        new TableSpec("layer", 2, Initializer.glorot(3, 2), true, 20).dense(3).seeded(3);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ModelPartWriter writer = new ModelPartWriter(bytes, "part-0", 0, List.of(factors, layer));
    float[] initial = new float[8];
    factors.initializer().fill(-5, initial, 0, 2);
    writer.append("factors", 9, new float[] {0f, 7f}, 0, 2);
    writer.append("factors", -5, initial, 0, 2);
    writer.append("layer", 1, new float[] {3f, 4f}, 0, 2);
    PartFile part = writer.finish();
    assertThat(part.rows()).isEqualTo(2);

    TrainedModel model =
        TrainedModel.read(
            new Folder(bytes.toByteArray()), manifest(part, factors, layer), 10L * MB, 1, "");
    float[][] weights = new float[2][];
    NamedRows named = NamedRows.of(0, -5, 9);
    model.gather(new NamedRows[] {named, NamedRows.whole(3)}, weights);
    float[] ofNine = {0f, 7f};
    float[] first = named.key(0) == 9 ? ofNine : initial;
    float[] second = named.key(0) == 9 ? initial : ofNine;
    assertThat(weights[0]).startsWith(first[0], first[1], second[0], second[1]);
    layer.initializer().fill(0, initial, 0, 2);
    layer.initializer().fill(2, initial, 4, 2);
    assertThat(weights[1]).startsWith(initial[0], initial[1], 3f, 4f, initial[4], initial[5]);
  }
}
