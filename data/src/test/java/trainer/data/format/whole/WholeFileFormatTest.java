package trainer.data.format.whole;

import static org.assertj.core.api.Assertions.assertThat;
import static trainer.data.Failing.fails;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.core.failure.FailureKind;
import trainer.core.input.BlockContent;
import trainer.core.input.BlockIndex;
import trainer.data.Input;
import trainer.data.read.BlockReader;

class WholeFileFormatTest {
  @TempDir private Path folder;

  private Input input(String kept) {
    return new Input(folder.resolve("in"))
        .with("trainer.input.format", "file")
        .with("trainer.score.model-uri", "/m.onnx")
        .with("trainer.score.columns", "")
        .with("trainer.score.keep", kept);
  }

  @Test
  void eachFileIsARecordWithItsPathAndTheFoldersAboveIt() throws IOException {
    Input input = input("path,kind");
    Path first = input.write("kind=cat/1.png", new byte[] {1, 2, 3});
    Path second = input.write("kind=__HIVE_DEFAULT_PARTITION__/2.png", new byte[] {4});
    BlockIndex blocks = input.index().blocks();
    assertThat(blocks.size()).isEqualTo(2);
    assertThat(input.kept())
        .containsExactlyInAnyOrder(
            List.of("file:" + first, "cat"), Arrays.asList("file:" + second, null));
    try (BlockReader reader = input.reader()) {
      BlockContent content = reader.read(blocks.fileOf(1), blocks.block(1));
      assertThat(content.examples().records()).isEqualTo(1);
      assertThat(content.examples().kept().files()).containsExactly(new byte[] {1, 2, 3});
    }
  }

  @Test
  void aCompressedFileStaysAsItIs() throws IOException {
    Input input = input("");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      out.write("a,b\n".getBytes(StandardCharsets.UTF_8));
    }
    input.write("a.csv.gz", bytes.toByteArray());
    BlockIndex blocks = input.index().blocks();
    try (BlockReader reader = input.reader()) {
      assertThat(reader.read(blocks.fileOf(0), blocks.block(0)).examples().kept().files())
          .containsExactly(bytes.toByteArray());
    }
  }

  @Test
  void aFileThatIsTooLargeIsABrokenRecord() throws IOException {
    Input input = input("path").with("trainer.input.max-record-bytes", 1024);
    Path large = input.write("a", new byte[1025]);
    input.write("b", new byte[1024]);
    assertThat(input.readOn().rows()).hasSize(1);
    assertThat(input.readOn().bad().count()).isEqualTo(1);
    assertThat(input.readOn().bad().first().kind()).isEqualTo(FailureKind.RECORD_TOO_LARGE);
    assertThat(input.readOn().bad().first().message())
        .contains("1025 bytes", large.toString(), "trainer.input.max-record-bytes");
  }

  @Test
  void aColumnThatIsNotThereIsRefused() throws IOException {
    Input input = input("paht");
    input.write("kind=cat/a", new byte[1]);
    fails(FailureKind.INPUT_BAD_FILE, input::kept)
        .contains("column 'paht'", "its columns are: kind, path");
  }
}
