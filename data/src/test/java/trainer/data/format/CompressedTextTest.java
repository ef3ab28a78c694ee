package trainer.data.format;

import static org.assertj.core.api.Assertions.assertThat;
import static trainer.data.Failing.fails;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import trainer.core.failure.FailureKind;
import trainer.core.input.Block;
import trainer.core.input.BlockIndex;
import trainer.core.input.Units;
import trainer.data.Input;
import trainer.data.read.BlockReader;

class CompressedTextTest {
  @TempDir private Path folder;

  private static byte[] compressed(String ending, byte[] bytes) throws IOException {
    ByteArrayOutputStream stored = new ByteArrayOutputStream();
    try (OutputStream out =
        switch (ending) {
          case "gz" -> new GZIPOutputStream(stored);
          case "bz2" -> new BZip2CompressorOutputStream(stored);
          default -> new ZstdOutputStream(stored);
        }) {
      out.write(bytes);
    }
    return stored.toByteArray();
  }

  /** Two members or frames, as the concatenation of two files gives them. */
  private static byte[] inTwoParts(String ending, byte[] bytes) throws IOException {
    ByteArrayOutputStream both = new ByteArrayOutputStream();
    both.write(compressed(ending, Arrays.copyOf(bytes, bytes.length / 3)));
    both.write(compressed(ending, Arrays.copyOfRange(bytes, bytes.length / 3, bytes.length)));
    return both.toByteArray();
  }

  private static byte[] libsvm(int records) {
    SplittableRandom random = new SplittableRandom(1);
    StringBuilder text = new StringBuilder("\ufeff# a comment\n");
    for (int i = 0; i < records; i++) {
      text.append(i % 2).append(' ').append(random.nextInt(1000)).append(":0.5\n");
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] csv(int records) {
    SplittableRandom random = new SplittableRandom(2);
    StringBuilder text = new StringBuilder("label,a,b\n");
    for (int i = 0; i < records; i++) {
      text.append(i % 2).append(",\"x\n").append(random.nextInt(50)).append("\",\n");
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  private Input input(String name, byte[] bytes) throws IOException {
    Path own = Files.createTempDirectory(folder, "in");
    Input input = new Input(own);
    input.write(name, bytes);
    return input.with("trainer.features", "a:category,b:number");
  }

  @ParameterizedTest
  @ValueSource(strings = {"gz", "bz2", "zst"})
  void theRecordsAreThoseOfTheTextInOneUnit(String ending) throws IOException {
    for (boolean isCsv : new boolean[] {true, false}) {
      byte[] text = isCsv ? csv(2500) : libsvm(2500);
      String name = isCsv ? "a.csv" : "a.libsvm";
      String format = isCsv ? "csv" : "libsvm";
      List<Input.Row> wanted = input(name, text).with("trainer.input.format", format).read();
      assertThat(wanted).hasSize(2500);
      for (byte[] stored : List.of(compressed(ending, text), inTwoParts(ending, text))) {
        for (int records : new int[] {0, 100}) {
          Input input =
              input(name + "." + ending, stored)
                  .with("trainer.input.format", format)
                  .with("trainer.block.records", records);
          assertThat(input.read()).isEqualTo(wanted);
          BlockIndex blocks = input.index().blocks();
          assertThat(blocks.size()).isEqualTo(records == 0 ? 3 : 25);
          assertThat(blocks.units().count()).isEqualTo(1);
        }
      }
    }
  }

  @Test
  void anyBlockGivesItsUnit() throws IOException {
    Input input = input("a.csv.gz", compressed("gz", csv(950))).with("trainer.block.records", 100);
    BlockIndex blocks = input.index().blocks();
    List<Input.Row> wanted = input.read(blocks);
    try (BlockReader reader = input.reader()) {
      for (int number : new int[] {0, 4, 9}) {
        List<Block> given = new ArrayList<>();
        List<Input.Row> rows = new ArrayList<>();
        reader.readUnit(
            blocks.fileOf(number),
            blocks.block(number),
            (block, content) -> {
              given.add(block);
              rows.addAll(Input.records(content.examples()));
            });
        assertThat(given).isSortedAccordingTo(Comparator.comparing(Block::number)).hasSize(10);
        assertThat(given).containsAll(blocks.group(new int[] {0, 4, 9}).get(0).blocks());
        assertThat(rows).isEqualTo(wanted);
      }
    }
  }

  @Test
  void aLargeFileIsCopiedToTheDisk() throws IOException {
    byte[] line = ("1 7:0.5 " + "8:1 ".repeat(5000) + "\n").getBytes(StandardCharsets.UTF_8);
    byte[] text = new byte[1000 * line.length];
    for (int i = 0; i < 1000; i++) {
      System.arraycopy(line, 0, text, i * line.length, line.length);
    }
    assertThat(text.length).isGreaterThan(16 << 20);
    Input input =
        input("a.libsvm.gz", compressed("gz", text)).with("trainer.input.format", "libsvm");
    input.with("trainer.block.records", 900);
    BlockIndex blocks = input.index().blocks();
    try (BlockReader reader = input.reader()) {
      assertThat(reader.read(blocks.fileOf(1), blocks.block(1)).examples().records())
          .isEqualTo(100);
      assertThat(reader.read(blocks.fileOf(0), blocks.block(0)).examples().records())
          .isEqualTo(900);
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aFailureLeavesNoCopyOpen() throws IOException {
    SplittableRandom random = new SplittableRandom(3);
    byte[] text = new byte[10 << 20];
    for (int i = 0; i < text.length; i++) {
      text[i] = (byte) (i % 100 == 99 ? '\n' : 'a' + random.nextInt(26));
    }
    byte[] whole = compressed("gz", text);
    Input cut = input("a.csv.gz", Arrays.copyOf(whole, whole.length - 100));
    fails(FailureKind.INPUT_TRUNCATED, cut::index).contains("is cut short");
    Input noTable = input("b.csv.gz", whole).with("trainer.label", "y");
    fails(FailureKind.INPUT_BAD_FILE, noTable::read).contains("column 'y'");
    assertThat(openCopies()).isEmpty();
  }

  /** The decompressed copies on the disk that this process has open. */
  private static List<String> openCopies() throws IOException {
    List<String> open = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
      for (Path file : files) {
        try {
          open.add(Files.readSymbolicLink(file).toString());
        } catch (NoSuchFileException closed) {
          // the listing's own
        }
      }
    }
    return open.stream().filter(path -> path.contains(".decompressed")).toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"gz", "bz2", "zst"})
  void aDamagedFileIsNamed(String ending) throws IOException {
    byte[] stored = compressed(ending, csv(20_000));
    Input cut = input("a.csv." + ending, Arrays.copyOf(stored, stored.length - stored.length / 4));
    fails(FailureKind.INPUT_TRUNCATED, cut::index).contains("a.csv." + ending, "is cut short");
    byte[] joined = inTwoParts(ending, csv(20_000));
    joined[compressed(ending, Arrays.copyOf(csv(20_000), csv(20_000).length / 3)).length] ^= 1;
    fails(FailureKind.INPUT_CORRUPT, input("a.csv." + ending, joined)::index)
        .contains("a.csv." + ending);
    byte[] flipped = stored.clone();
    flipped[stored.length / 2] ^= 0x55;
    Input damaged = input("a.csv." + ending, flipped);
    fails(FailureKind.INPUT_CORRUPT, damaged::index).contains("a.csv." + ending, "is damaged");
  }

  @Test
  void aFileThatHoldsSomethingElseIsNotText() throws IOException {
    Input input = input("a.gz", compressed("gz", new byte[] {'P', 'K', 3, 4, 0}));
    fails(FailureKind.INPUT_BAD_FILE, input::index).contains("a begins with 50 4b 03 04");
  }

  @Test
  void unitsOfPlainFilesBesideACompressedOneAreBlocks() throws IOException {
    Input input = input("a.csv.gz", compressed("gz", csv(250))).with("trainer.block.records", 100);
    input.write("b.csv", csv(250));
    Units units = input.index().blocks().units();
    assertThat(units.blocks()).isEqualTo(6);
    assertThat(units.count()).isEqualTo(4);
    assertThat(input.read()).hasSize(500);
  }
}
