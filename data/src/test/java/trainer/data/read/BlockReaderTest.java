package trainer.data.read;

import static org.assertj.core.api.Assertions.assertThat;
import static trainer.data.Failing.fails;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.core.config.Settings;
import trainer.core.failure.FailureKind;
import trainer.core.feature.encode.TableEncoding;
import trainer.core.input.BadRecords;
import trainer.core.input.BlockIndex;
import trainer.core.input.Examples;
import trainer.core.input.LabelRule;
import trainer.data.AvroFiles;
import trainer.data.Input;
import trainer.data.generate.GenerateRequest;
import trainer.data.generate.Generator;
import trainer.data.generate.SyntheticKind;
import trainer.data.generate.SyntheticSpec;
import trainer.data.index.InputIndexer;

class BlockReaderTest {
  private final Input input;

  BlockReaderTest(@TempDir Path folder) {
    this.input = new Input(folder);
  }

  @Test
  void refusesAFileThatChanged() throws IOException {
    Path file = input.write("a", "1 1:1\n");
    BlockIndex blocks = input.index().blocks();
    assertThat(file.toFile().setLastModified(5_000)).isTrue();
    fails(FailureKind.INPUT_CHANGED, () -> input.read(blocks)).contains("modified 5000", "/a");
    input.write("a", "1 1:1\n0 2:1\n");
    fails(FailureKind.INPUT_CHANGED, () -> input.read(blocks)).contains("length 12");
    Files.delete(file);
    fails(FailureKind.INPUT_GONE, () -> input.read(blocks)).contains("/a");
  }

  @Test
  void readsAgainAfterAFailure() throws IOException {
    byte[] good = AvroFiles.plain("snappy", 20, 10);
    Path file = input.write("a.avro", good);
    BlockIndex blocks = input.index().blocks();
    assertThat(file.toFile().setLastModified(blocks.files().get(0).modified())).isTrue();
    try (BlockReader reader = input.reader()) {
      byte[] bad = good.clone();
      bad[(int) blocks.block(1).offset() + 20] ^= 1;
      Files.write(file, bad);
      assertThat(file.toFile().setLastModified(blocks.files().get(0).modified())).isTrue();
      assertThat(reader.read(blocks.fileOf(0), blocks.block(0)).examples().records()).isEqualTo(10);
      BadRecords lost = reader.read(blocks.fileOf(1), blocks.block(1)).bad();
      assertThat(lost.count()).isEqualTo(10);
      assertThat(lost.first().kind()).isEqualTo(FailureKind.INPUT_CORRUPT);
      Files.write(file, good);
      assertThat(file.toFile().setLastModified(blocks.files().get(0).modified())).isTrue();
      assertThat(reader.read(blocks.fileOf(1), blocks.block(1)).examples().records()).isEqualTo(10);
    }
  }

  @Test
  void neverTouchesWhatItGaveAway() throws IOException {
    input.write("a.avro", AvroFiles.plain("snappy", 40, 10));
    BlockIndex blocks = input.index().blocks();
    try (BlockReader reader = input.reader()) {
      Examples first = reader.read(blocks.fileOf(0), blocks.block(0)).examples();
      var copy = Input.records(first);
      for (int b = 1; b < blocks.size(); b++) {
        reader.read(blocks.fileOf(b), blocks.block(b));
      }
      assertThat(Input.records(first)).isEqualTo(copy);
    }
  }

  @Test
  void readsMoreFilesThanItKeepsOpen() throws IOException {
    for (int i = 0; i < 30; i++) {
      input.write("f" + i, "1 " + i + ":1\n");
    }
    BlockIndex blocks = input.index().blocks();
    try (BlockReader reader = input.reader()) {
      for (int round = 0; round < 2; round++) {
        for (int b = 0; b < 30; b++) {
          assertThat(reader.read(blocks.fileOf(b), blocks.block(b)).examples().records())
              .isEqualTo(1);
        }
      }
    }
  }

  @Test
  void reportsWhatTheFileSystemsOwnChecksumsFind(@TempDir Path folder) throws IOException {
    Configuration checksummed = Input.hadoop();
    checksummed.set("fs.file.impl", "org.apache.hadoop.fs.LocalFileSystem");
    Generator generator = new Generator(checksummed);
    String output = folder.resolve("g").toString();
    generator.generate(
        GenerateRequest.of(SyntheticSpec.of(SyntheticKind.DENSE, 100), output),
        (records, total) -> {});
    Path file = folder.resolve("g/part-00000.avro");
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2] ^= 1;
    Files.write(file, bytes);
    Settings settings = Settings.of(Map.of());
    BlockIndex blocks = new InputIndexer(checksummed, settings).index(output).blocks();
    try (BlockReader reader =
        new BlockReader(checksummed, settings, LabelRule.ANY, TableEncoding::unscaled)) {
      BadRecords lost = reader.read(blocks.fileOf(0), blocks.block(0)).bad();
      assertThat(lost.count()).isEqualTo(blocks.block(0).records());
      assertThat(lost.first().kind()).isEqualTo(FailureKind.INPUT_CORRUPT);
      assertThat(lost.first().message()).contains("checksum", "part-00000.avro");
    }
  }
}
