package trainer.avro.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static trainer.avro.model.ExampleModel.FACTORS;
import static trainer.avro.model.ExampleModel.ROWS;
import static trainer.avro.model.ExampleModel.TABLES;
import static trainer.avro.model.ExampleModel.WEIGHTS;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import trainer.avro.model.MemoryFolder.Row;
import trainer.core.digest.Sha256;
import trainer.core.failure.FailureException;
import trainer.core.message.PartFile;
import trainer.core.table.Initializer;
import trainer.core.table.TableSpec;

class ModelIdTest {
  /** Computed from the format's description in another language. */
  private static final String EXAMPLE =
      "6012400f60f5371ab23d0bb16df947a392066e2a20e30f1df436ebcfe981bc9f";

  private static final String EMPTY =
      "c6485dae545b14e00a542e54e2698b5ac8a8c33da9fe95b34a06090183d7d4ef";

  @Test
  void isTheDigestOfTheCanonicalParameters() throws IOException {
    assertThat(id(1, TABLES, ROWS)).isEqualTo(EXAMPLE);
    assertThat(id(1, TABLES, List.of())).isEqualTo(EMPTY);
  }

  @Test
  void doesNotDependOnHowRowsAreSpreadOverParts() throws IOException {
    for (int parts = 1; parts <= 12; parts++) {
      assertThat(id(parts, TABLES, ROWS)).as("%d parts", parts).isEqualTo(EXAMPLE);
    }
  }

  @Test
  void keysAreOrderedUnsignedOverManyPartsAndBlocks() throws IOException {
    Random random = new Random(3);
    SortedMap<Long, Float> cells = new TreeMap<>(Long::compareUnsigned);
    while (cells.size() < 40_000) {
      cells.put(random.nextLong(), random.nextFloat() + 1);
    }
    cells.put(-1L, 2f);
    cells.put(Long.MIN_VALUE, 3f);
    ByteArrayOutputStream canonical = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(canonical);
    out.writeInt(WEIGHTS.name().length());
    out.writeBytes(WEIGHTS.name());
    out.writeInt(1);
    List<Row> rows = new ArrayList<>();
    for (Map.Entry<Long, Float> cell : cells.entrySet()) {
      rows.add(new Row(WEIGHTS.name(), cell.getKey(), cell.getValue()));
      out.writeByte(1);
      out.writeLong(cell.getKey());
      out.writeFloat(cell.getValue());
    }
    out.writeByte(0);
    MessageDigest digest = Sha256.create();
    digest.update(canonical.toByteArray());
    String expected = Sha256.hex(digest);
    for (int parts : new int[] {1, 2, 3, 32}) {
      assertThat(id(parts, List.of(WEIGHTS), rows)).as("%d parts", parts).isEqualTo(expected);
    }
  }

  @Test
  void doesNotDependOnTheOrderOfTables() throws IOException {
    assertThat(id(2, List.of(FACTORS, WEIGHTS), ROWS)).isEqualTo(EXAMPLE);
  }

  @Test
  void doesNotDependOnTheSignOfZeroNorOnTheKindOfNaN() throws IOException {
    List<Row> rows = new ArrayList<>(ROWS);
    rows.set(1, new Row("factors", 5, -0f, 0f, 0.5f));
    rows.set(8, new Row("weights", -2, Float.intBitsToFloat(0xffc12345)));
    assertThat(id(2, TABLES, rows)).isEqualTo(EXAMPLE);
  }

  @Test
  void doesNotDependOnRowsAtTheirInitialValue() throws IOException {
    List<Row> rows = new ArrayList<>(ROWS);
    rows.add(1, new Row("factors", 1, 0f, 0f, -0f));
    assertThat(id(2, TABLES, rows)).isEqualTo(EXAMPLE);
  }

  @Test
  void rowsLeftOutAreThoseThatTheManifestCanDrawAgain() throws IOException {
    TableSpec drawn = new TableSpec("factors", 3, Initializer.normal(1), false, 24).seeded(5);
    float[] initial = new float[3];
    drawn.initializer().fill(1, initial, 0, 3);
    List<Row> rows = new ArrayList<>(ROWS);
    rows.add(1, new Row("factors", 1, initial));
    List<TableSpec> tables = List.of(WEIGHTS, drawn);
    assertThat(id(2, tables, rows)).isEqualTo(EXAMPLE);
    rows.set(1, new Row("factors", 1, 0f, 0f, 0f));
    assertThat(id(2, tables, rows)).isNotEqualTo(EXAMPLE);

    MemoryFolder folder = new MemoryFolder();
    folder.putModel(2, tables, rows);
    assertThat(ManifestFile.read(folder).tables()).isEqualTo(tables);
  }

  @Test
  void dependsOnEveryRowKeyAndValue() throws IOException {
    Set<String> ids = new HashSet<>();
    ids.add(id(1, TABLES, ROWS));
    for (int i = 0; i < ROWS.size(); i++) {
      List<Row> without = new ArrayList<>(ROWS);
      Row row = without.remove(i);
      ids.add(id(1, TABLES, without));
      List<Row> otherKey = new ArrayList<>(ROWS);
      otherKey.set(
          i,
          new Row(row.table(), row.key() + (Set.of(2, 3, 6).contains(i) ? -1 : 1), row.values()));
      ids.add(id(1, TABLES, otherKey));
      List<Row> otherValue = new ArrayList<>(ROWS);
      float[] values = row.values().clone();
      values[0] = Float.isNaN(values[0]) ? 1f : Math.nextUp(values[0]);
      otherValue.set(i, new Row(row.table(), row.key(), values));
      ids.add(id(1, TABLES, otherValue));
    }
    assertThat(ids).hasSize(1 + 3 * ROWS.size());
  }

  @Test
  void aRowInTwoPartsIsRefused() throws IOException {
    MemoryFolder folder = new MemoryFolder();
    List<PartFile> parts =
        List.of(
            folder.putPart(0, TABLES, List.of(new Row("weights", 7, 1f))),
            folder.putPart(1, TABLES, List.of(new Row("weights", 7, 1f))));
    assertThatThrownBy(() -> ModelId.of(folder, parts, TABLES))
        .isInstanceOf(FailureException.class)
        .hasMessageContaining("MODEL_CORRUPT: two part files hold the same row")
        .hasMessageContaining("weights 7");
  }

  private static String id(int parts, List<TableSpec> tables, List<Row> rows) throws IOException {
    return new MemoryFolder().putModel(parts, tables, rows).modelId();
  }
}
