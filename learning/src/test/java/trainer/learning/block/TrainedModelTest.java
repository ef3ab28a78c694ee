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

  /** A model of one table with these rows, all values 1 more than their position. */
  private static TrainedModel model(TableSpec table, long memory, long... keys) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ModelPartWriter writer = new ModelPartWriter(bytes, "part-0", 0, List.of(table));
    for (int i = 0; i < keys.length; i++) {
      writer.append(table.name(), keys[i], new float[] {i + 1f, i + 1f}, 0, table.width());
    }
    PartFile part = writer.finish();
    return TrainedModel.read(new Folder(bytes.toByteArray()), manifest(part, table), memory, 1, "");
  }

  private static float weight(TrainedModel model, TableSpec table, long key) {
    return model.values()[0][table.width() * model.places().row(0, key)];
  }

  @Test
  void placesOfSmallAndOfLargeKeysHaveTheSameWeights() throws IOException {
    TableSpec table = new TableSpec("weights", 1, Initializer.ZERO, true, 20);
    for (long[] keys : new long[][] {{1, 3, 9}, {1, 3, 1L << 40, -7}, {}}) {
      PartFile part = new PartFile(0, "part-0", keys.length, 1, "00");
      long least = (long) TrainedModel.bytes(manifest(part, table), 1);
      for (long memory : new long[] {1 << 20, least}) {
        TrainedModel model = model(table, memory, keys);
        for (int i = 0; i < keys.length; i++) {
          assertThat(weight(model, table, keys[i])).isEqualTo(i + 1f);
        }
        for (long absent : new long[] {0, 2, 10, 1L << 50, -1}) {
          assertThat(weight(model, table, absent)).as("%d", absent).isZero();
        }
        float[][] copied = new float[1][];
        model.gather(new NamedRows[] {NamedRows.of(0, 2, 3)}, copied);
        assertThat(copied[0]).contains(keys.length == 0 ? 0f : 2f);
      }
    }
  }

  @Test
  void aRowWithOtherInitialValuesHasAPlaceIfItsKeyIsNear() throws IOException {
    TableSpec table = new TableSpec("factors", 2, Initializer.normal(1), true, 20).seeded(3);
    TrainedModel model = model(table, 1 << 20, 1, 3, 9);
    float[] initial = new float[2];
    table.initializer().fill(2, initial, 0, 2);
    assertThat(weight(model, table, 2)).isEqualTo(initial[0]);
    ModelPlaces places = model.places();
    places.rows(0, new long[] {3, 2, 9}, 3);
    assertThat(places.lacksRows()).isFalse();
    assertThat(places.rows(0, new long[] {3, 10, -1}, 3)).containsExactly(3, 0, 0);
    assertThat(places.lacksRows()).isTrue();
    places.clear();
    assertThat(places.lacksRows()).isFalse();
  }

  @Test
  void aPlaceBeyondADenseTableIsRefused() throws IOException {
    TableSpec table = new TableSpec("layer", 1, Initializer.ZERO, true, 20).dense(4);
    TrainedModel model = model(table, 1 << 20, 1, 3);
    assertThat(weight(model, table, 3)).isEqualTo(2f);
    assertThat(weight(model, table, 0)).isZero();
    assertThatThrownBy(() -> model.places().row(0, 4))
        .hasMessageContaining("key 4 is not in the dense table layer");
  }
}
