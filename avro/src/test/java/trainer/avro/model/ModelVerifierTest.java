package trainer.avro.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static trainer.avro.model.ExampleModel.ROWS;
import static trainer.avro.model.ExampleModel.TABLES;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

class ModelVerifierTest {
  private final MemoryFolder folder = new MemoryFolder();
  private ModelManifest manifest;

  @BeforeEach
  void writeModel() throws IOException {
    manifest = folder.putModel(3, TABLES, ROWS);
  }

  @Test
  void findsASoundModelSound() throws IOException {
    ModelVerification verification = ModelVerifier.verify(folder);
    assertThat(verification.damages()).isEmpty();
    assertThat(verification.modelId()).isEqualTo(manifest.modelId());
    assertThat(verification.manifest()).isEqualTo(manifest);
    verification.requireSound("memory:/model");
  }

  @Test
  void findsAFlippedBitInAnyByteOfAnyFile() throws IOException {
    for (String name : folder.names()) {
      byte[] bytes = folder.files.get(name);
      for (int i = 0; i < bytes.length; i++) {
        byte whole = bytes[i];
        bytes[i] ^= (byte) (1 << (i % 8));
        assertThat(found()).as("byte %d of %s", i, name).contains(name + " near byte ");
        bytes[i] = whole;
      }
    }
    assertThat(ModelVerifier.verify(folder).isSound()).isTrue();
  }

  @Test
  void findsAFileCutShortAnywhere() throws IOException {
    for (String name : folder.names()) {
      byte[] bytes = folder.files.get(name);
      for (int length = 0; length < bytes.length; length += 7) {
        folder.files.put(name, Arrays.copyOf(bytes, length));
        assertThat(found()).as("%s cut to %d", name, length).contains(name);
      }
      folder.files.put(name, Arrays.copyOf(bytes, bytes.length + 1));
      assertThat(found()).as("%s with a byte more", name).contains(name);
      folder.files.put(name, bytes);
    }
  }

  @Test
  void namesMissingAndExtraFiles() throws IOException {
    byte[] part = folder.files.remove("part-00001.avro");
    folder.files.put("part-00007.avro", part);
    folder.files.put("_SUCCESS", new byte[0]);
    folder.files.put(".part-00001.avro.crc", new byte[0]);
    assertThat(ModelVerifier.verify(folder).damages())
        .containsExactly(
            new ModelDamage("part-00001.avro", -1, "the file is missing"),
            new ModelDamage("part-00007.avro", -1, "the manifest does not list this file"));
  }

  @Test
  void findsPartsThatChangedPlaces() throws IOException {
    byte[] first = folder.files.get("part-00000.avro");
    folder.files.put("part-00000.avro", folder.files.get("part-00001.avro"));
    folder.files.put("part-00001.avro", first);
    assertThat(ModelVerifier.verify(folder).damages())
        .extracting(ModelDamage::file)
        .containsExactly("part-00000.avro", "part-00001.avro");
  }

  @Test
  void findsAnIdThatIsNotTheParameters() throws IOException {
    String wrong = "0".repeat(64);
    folder.files.put(
        ModelFormat.MANIFEST,
        ManifestFile.encode(
            new ModelManifest(
                wrong,
                new ModelOrigin("", "logistic", Map.of(), "0.1.0"),
                1,
                1,
                List.of(),
                TABLES,
                manifest.parts())));
    assertThat(ModelVerifier.verify(folder).damages())
        .containsExactly(
            new ModelDamage(
                "model.avro",
                -1,
                "the model id is " + wrong + ", the parameters' is " + manifest.modelId()));
  }

  @Test
  void namesTheBlockThatIsDamaged() throws IOException {
    byte[] bytes = folder.files.get("part-00000.avro");
    bytes[bytes.length - 1] ^= 1;
    ModelDamage damage = ModelVerifier.verify(folder).damages().get(0);
    assertThat(damage.file()).isEqualTo("part-00000.avro");
    assertThat(damage.offset()).isBetween(100L, (long) bytes.length - 17);
    assertThat(damage.what()).contains("sync marker");
  }

  @Test
  void requireSoundNamesEveryDamagedFile() throws IOException {
    folder.files.get("part-00000.avro")[500] ^= 1;
    folder.files.remove("part-00002.avro");
    ModelVerification verification = ModelVerifier.verify(folder);
    assertThat(verification.isSound()).isFalse();
    assertThatThrownBy(() -> verification.requireSound("memory:/model"))
        .isInstanceOf(FailureException.class)
        .hasMessageStartingWith("MODEL_CORRUPT: part-00000.avro")
        .hasMessageContaining("part-00002.avro: the file is missing");
  }

  @Test
  void aFolderWithoutManifestIsNoModel() {
    folder.files.remove(ModelFormat.MANIFEST);
    assertFails(FailureKind.MODEL_NOT_FOUND);
  }

  @Test
  void refusesANewerManifest() {
    folder.files.put(ModelFormat.MANIFEST, withVersion(ModelFormat.MANIFEST, '2'));
    assertFails(FailureKind.MODEL_CORRUPT);
    byte[] sound = CertifiedFile.recertified(folder.files.get(ModelFormat.MANIFEST));
    folder.files.put(ModelFormat.MANIFEST, sound);
    assertFails(FailureKind.VERSION_NOT_SUPPORTED);
  }

  @Test
  void refusesANewerPart() throws IOException {
    byte[] newer = withVersion("part-00000.avro", '2');
    assertThatThrownBy(() -> read(newer))
        .isInstanceOf(FailureException.class)
        .hasMessageStartingWith(
            "VERSION_NOT_SUPPORTED: model format 2, this Trainer reads up to 1");
  }

  @Test
  void aHugeLengthAsksForNoMemory() throws IOException {
    byte[] bytes = folder.files.get("part-00000.avro");
    int header = indexOf(bytes, Arrays.copyOfRange(bytes, bytes.length - 16, bytes.length)) + 16;
    byte[] huge = Arrays.copyOf(bytes, header + 6);
    // One row in a block of 2^31 - 2 bytes.
    System.arraycopy(
        new byte[] {2, (byte) 0xfc, (byte) 0xff, (byte) 0xff, (byte) 0xff, 0x0f},
        0,
        huge,
        header,
        6);
    assertThatThrownBy(() -> read(huge))
        .isInstanceOf(FailureException.class)
        .hasMessageContaining("a block of 2147483646 bytes")
        .hasMessageContaining("near byte " + header);
  }

  private void read(byte[] part) throws IOException {
    try (ModelPartReader in =
        new ModelPartReader(new ByteArrayInputStream(part), "part-00000.avro", TABLES)) {
      while (in.next()) {
        continue;
      }
    }
  }

  /** The file's bytes with another digit for a format version. */
  private byte[] withVersion(String name, char digit) {
    byte[] bytes = folder.files.get(name).clone();
    int key = indexOf(bytes, "formatVersion".getBytes(StandardCharsets.UTF_8));
    bytes[key + "formatVersion".length() + 1] = (byte) digit;
    return bytes;
  }

  private static int indexOf(byte[] bytes, byte[] wanted) {
    for (int i = 0; i + wanted.length <= bytes.length; i++) {
      if (Arrays.equals(bytes, i, i + wanted.length, wanted, 0, wanted.length)) {
        return i;
      }
    }
    throw new AssertionError("not there");
  }

  private void assertFails(FailureKind kind) {
    assertThatThrownBy(() -> ModelVerifier.verify(folder))
        .isInstanceOfSatisfying(
            FailureException.class, e -> assertThat(e.failure().kind()).isEqualTo(kind));
  }

  private String found() throws IOException {
    try {
      return ModelVerifier.verify(folder).damages().toString();
    } catch (FailureException e) {
      return e.failure().where();
    }
  }
}
