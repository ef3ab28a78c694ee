package trainer.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.model.failure.ModelException;

/** A damaged folder is refused, and the message names the file. */
class DamagedModelTest {
  private static final String PART = "part-00001.avro";

  @TempDir private Path folder;

  @BeforeEach
  void writesAModel() throws IOException {
    ModelOnDisk.write(
        folder,
        ModelOnDisk.settings("fm"),
        List.of(),
        LongStream.range(0, 300).boxed().toList(),
        (table, key, row) -> Arrays.fill(row, (float) key + 1));
  }

  @Test
  void everyFlippedByteOfAPartIsFound() throws Exception {
    assertEveryFlipIsFound(PART, 7);
  }

  @Test
  void everyFlippedByteOfTheManifestIsFound() throws Exception {
    assertEveryFlipIsFound("model.avro", 1);
  }

  private void assertEveryFlipIsFound(String name, int step) throws IOException {
    Path file = folder.resolve(name);
    byte[] sound = Files.readAllBytes(file);
    assertThat(sound).hasSizeGreaterThan(1000);
    for (int i = 0; i < sound.length; i += step) {
      byte[] damaged = sound.clone();
      damaged[i] ^= (byte) (1 << (i % 8));
      Files.write(file, damaged);
      assertThatThrownBy(() -> Scorer.load(folder))
          .as("byte %s", i)
          .isInstanceOf(ModelException.class)
          .hasMessageContaining(name);
    }
    Files.write(file, sound);
    assertThat(Scorer.load(folder).modelId()).isEqualTo("ab".repeat(32));
  }

  @Test
  void aShorterPartIsNamedWithItsLength() throws IOException {
    Path file = folder.resolve(PART);
    byte[] sound = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(sound, sound.length - 1));
    assertRefused(PART, "bytes instead of " + sound.length);
  }

  @Test
  void aMissingPartIsNamed() throws IOException {
    Files.delete(folder.resolve(PART));
    assertRefused(PART, "the file is missing");
  }

  @Test
  void aFolderWithoutManifestIsNoModel() throws IOException {
    Files.delete(folder.resolve("model.avro"));
    assertRefused(folder.toString(), "there is no file model.avro");
  }

  @Test
  void aNewerFormatIsRefusedWithBothVersions() throws Exception {
    Path file = folder.resolve("model.avro");
    byte[] bytes = Files.readAllBytes(file);
    int key = indexOf(bytes, "formatVersion".getBytes(StandardCharsets.UTF_8), 0);
    bytes[key + "formatVersion".length() + 1] = '2'; // behind the length of the text
    recertify(bytes);
    Files.write(file, bytes);
    assertRefused("model.avro", "model format 2, this trainer-model.jar reads up to 1");
  }

  @Test
  void aModelOfAUsersClassIsRefusedByName() throws IOException {
    String name = UsersModel.class.getName();
    ModelOnDisk.write(
        folder, ModelOnDisk.settings(name), List.of(), List.of(), (table, key, row) -> {});
    assertRefused("the model is " + name, "trainer score");
  }

  @Test
  void aModelThatTheHeapHasNoRoomForIsRefused() throws IOException {
    String features = "2000000000";
    ModelOnDisk.write(
        folder,
        ModelOnDisk.settings("logistic", "trainer.model.args.features", features),
        List.of(),
        List.of(),
        (table, key, row) -> {});
    assertRefused(folder.toString(), "7629 MB", "-Xmx");
  }

  private void assertRefused(String... texts) {
    assertThatThrownBy(() -> Scorer.load(folder))
        .isInstanceOf(ModelException.class)
        .hasMessageContainingAll(texts);
  }

  /** Gives a manifest the checksum of its bytes. */
  private static void recertify(byte[] bytes) throws Exception {
    int tail = bytes.length - 16;
    int head = indexOf(bytes, Arrays.copyOfRange(bytes, tail, bytes.length), 0);
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    digest.update(bytes, 0, head);
    digest.update(bytes, head + 16, tail - head - 16);
    byte[] marker = Arrays.copyOf(digest.digest(), 16);
    System.arraycopy(marker, 0, bytes, head, 16);
    System.arraycopy(marker, 0, bytes, tail, 16);
  }

  private static int indexOf(byte[] bytes, byte[] wanted, int from) {
    int at = from;
    while (!Arrays.equals(bytes, at, at + wanted.length, wanted, 0, wanted.length)) {
      at++;
    }
    return at;
  }
}
