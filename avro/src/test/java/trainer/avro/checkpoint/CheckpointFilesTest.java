package trainer.avro.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import trainer.avro.model.MemoryFolder;
import trainer.avro.model.ModelFormat;
import trainer.avro.model.ModelOrigin;
import trainer.avro.model.ModelPartWriter;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.message.PartFile;
import trainer.core.table.Initializer;
import trainer.core.table.TableSpec;

/** What is said of a checkpoint's files when they are whole, changed, missing, or others. */
class CheckpointFilesTest {
  private static final List<TableSpec> TABLES =
      List.of(
          new TableSpec("w", 2, Initializer.ZERO, true, 20),
          new TableSpec("bias", 1, Initializer.ZERO, false, 20));
  private static final List<Integer> STATE = List.of(1, 1);
  private static final int FLIPS = 1000;

  private final MemoryFolder folder = new MemoryFolder();

  @BeforeEach
  void write() throws IOException {
    write(folder, 7, 0);
  }

  /** Two parts, in which the weights of key 5 are larger by something. */
  private static void write(MemoryFolder folder, long version, float more) throws IOException {
    List<PartFile> parts = new ArrayList<>();
    Random random = new Random(5);
    for (int partition = 0; partition < 2; partition++) {
      String name = ModelFormat.partName(partition);
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      try (ModelPartWriter writer =
          ModelPartWriter.exact(
              out, name, partition, CheckpointManifest.storedTables(TABLES, STATE))) {
        writer.append("bias", partition, new float[] {random.nextFloat(), 1}, 0, 2);
        for (long key = 0; key < 50; key++) {
          float first = random.nextFloat() + (key == 5 ? more : 0);
          writer.append("w", key, new float[] {first, -0f, random.nextFloat()}, 0, 3);
        }
        parts.add(writer.finish());
      }
      folder.files.put(name, out.toByteArray());
    }
    folder.files.put(
        CheckpointManifest.NAME,
        CheckpointFile.encode(
            new CheckpointManifest(
                new ModelOrigin(
                    "application_1_0001.1", "logistic", Map.of("trainer.epochs", "3"), "0.1.0"),
                new CheckpointPosition(version, 4, 17, new Line(2), new Term(1), 1),
                42,
                "digest",
                TABLES,
                STATE,
                List.of(0, 1),
                parts)));
  }

  private String found() throws IOException {
    try {
      CheckpointManifest manifest = CheckpointFile.read(folder);
      return CheckpointVerifier.verify(folder, manifest).toString();
    } catch (FailureException e) {
      assertThat(e.failure().kind())
          .isIn(FailureKind.MODEL_CORRUPT, FailureKind.VERSION_NOT_SUPPORTED);
      return e.failure().where();
    }
  }

  @Test
  void aSoundOneIsValidAndNothingIsFound() throws IOException {
    assertThat(CheckpointVerifier.objection(folder)).isEmpty();
    assertThat(found()).isEqualTo("[]");
    CheckpointVerifier.requireSound("memory:/checkpoint", List.of());
  }

  @Test
  void aFlippedByteIsFoundAtAThousandPlacesOfEveryFileAndThePlaceIsNamed() throws IOException {
    Random random = new Random(17);
    for (String name : folder.names()) {
      byte[] bytes = folder.files.get(name);
      for (int i = 0; i < FLIPS; i++) {
        int at = random.nextInt(bytes.length);
        byte whole = bytes[at];
        bytes[at] ^= (byte) (1 + random.nextInt(255));
        assertThat(found()).as("byte %d of %s", at, name).contains(name + " near byte ");
        bytes[at] = whole;
      }
    }
    assertThat(found()).isEqualTo("[]");
  }

  @Test
  void halfOfOneIsNeverValid() throws IOException {
    for (String name : folder.names()) {
      byte[] bytes = folder.files.remove(name);
      assertThat(CheckpointVerifier.objection(folder)).as("without " + name).contains(name);
      for (int length = 0; length < bytes.length; length += 13) {
        folder.files.put(name, Arrays.copyOf(bytes, length));
        assertThat(CheckpointVerifier.objection(folder)).as("%s of %d", name, length).isNotEmpty();
      }
      folder.files.put(name, bytes);
    }
  }

  @Test
  void theWidestRowsAreKeptWithTheirState() {
    TableSpec widest = new TableSpec("w", TableSpec.MAX_WIDTH, Initializer.ZERO, true, 20);
    assertThat(CheckpointManifest.storedTables(List.of(widest), List.of(2 * widest.width())))
        .singleElement()
        .extracting(TableSpec::width)
        .isEqualTo(3 * widest.width());
  }

  @Test
  void twoOfTheSameRowsDoNotDiffer() throws IOException {
    MemoryFolder other = new MemoryFolder();
    write(other, 8, 0);
    assertThat(CheckpointDiff.of(folder, other).values())
        .allMatch(CheckpointDiff.OfTable::isSame)
        .extracting(CheckpointDiff.OfTable::equal)
        .containsExactly(100L, 2L);
  }

  @Test
  void rowsThatDifferAreCounted() throws IOException {
    MemoryFolder other = new MemoryFolder();
    write(other, 8, 0.5f);
    CheckpointDiff.OfTable found = CheckpointDiff.of(folder, other).get("w");
    assertThat(found.equal()).isEqualTo(98);
    assertThat(found.different()).isEqualTo(2);
    assertThat(found.largest()).isBetween(0.49, 0.51);
    assertThat(found.example()).isEqualTo("5");
  }

  @Test
  void onesOfOtherTablesAreNotCompared() throws IOException {
    MemoryFolder other = new MemoryFolder();
    other.files.put(
        CheckpointManifest.NAME,
        CheckpointFile.encode(
            new CheckpointManifest(
                new ModelOrigin("application_1_0001.1", "logistic", Map.of(), "0.1.0"),
                new CheckpointPosition(1, 0, 0, new Line(1), new Term(1), 1),
                42,
                "",
                TABLES,
                List.of(2, 1),
                List.of(),
                List.of())));
    assertThatThrownBy(() -> CheckpointDiff.of(folder, other))
        .hasMessageContaining("CONFIG_CONFLICT");
  }
}
