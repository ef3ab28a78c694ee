package trainer.data.format.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.core.config.Settings;
import trainer.core.input.BadRecords;
import trainer.core.input.Block;
import trainer.core.input.InputFile;
import trainer.data.Input;
import trainer.data.file.PinnedFile;
import trainer.data.format.BlockSink;
import trainer.data.format.FormatSettings;
import trainer.data.format.TableUse;

class CsvCutterTest {
  private static final int MAX_RECORD = 3 << 20;

  @TempDir private Path folder;

  private PinnedFile file(String text) throws IOException {
    Path path = Files.writeString(folder.resolve("a.csv"), text);
    InputFile pinned =
        new InputFile(
            path.toUri().toString(), Files.size(path), Files.getLastModifiedTime(path).toMillis());
    return PinnedFile.open(Input.hadoop(), pinned);
  }

  private static FormatSettings settings(int records, long bytes) {
    Settings job = Settings.of(Map.of());
    return new FormatSettings(records, bytes, MAX_RECORD, 0, TableUse.of(job), job);
  }

  private static List<Block> blocks(PinnedFile file, int records, long bytes) {
    List<Block> blocks = new ArrayList<>();
    FormatSettings settings = settings(records, bytes);
    new CsvCutter(CsvFile.open(file, settings), settings)
        .cut(
            new BlockSink() {
              @Override
              public void unit() {
                throw new AssertionError("CSV has no units");
              }

              @Override
              public void block(long offset, long length, long count, int skip) {
                blocks.add(new Block(blocks.size(), offset, length, count, skip));
              }

              @Override
              public void broken(BadRecords bad) {
                throw new AssertionError(bad);
              }
            });
    return blocks;
  }

  /** The records of a range, each as the text of its fields. */
  private static List<List<String>> records(PinnedFile file, long from, long length) {
    byte[] buffer = new byte[(int) length + CsvParser.SPARE];
    file.read(from, buffer, 0, (int) length);
    CsvParser parser = new CsvParser(CsvDialect.COMMA);
    parser.begin(buffer, 0, (int) length);
    List<List<String>> records = new ArrayList<>();
    while (parser.next()) {
      List<String> fields = new ArrayList<>();
      for (int i = 0; i < parser.fields(); i++) {
        int end = parser.end(i);
        fields.add(Arrays.toString(Arrays.copyOfRange(buffer, parser.start(i), end)));
      }
      records.add(fields);
    }
    return records;
  }

  /**
   * A header and {@code count} records, some with newlines in quotes and some longer than a chunk.
   */
  private static String text(int count, boolean isLong, String lineEnd) {
    SplittableRandom random = new SplittableRandom(count);
    StringBuilder text = new StringBuilder("id,\"the \"\"text\"\"\",z" + lineEnd);
    for (int i = 0; i < count; i++) {
      String quoted = "\"a" + ",\n\"\"b".repeat(random.nextInt(9)) + "\"";
      String field = isLong && i % 700 == 3 ? "\"" + "x\n".repeat(1 << 19) + "\"" : quoted;
      text.append(i).append(',').append(random.nextBoolean() ? field : "plain").append(',');
      text.append(i % 3 == 0 ? lineEnd + lineEnd : lineEnd);
    }
    return text.toString();
  }

  @Test
  void blocksHoldEveryRecordOnceInOrder() throws IOException {
    for (String lineEnd : List.of("\n", "\r\n")) {
      String text = text(57, false, lineEnd);
      for (String whole : List.of(text, text.stripTrailing(), "\ufeff" + text)) {
        try (PinnedFile file = file(whole)) {
          List<List<String>> wanted = records(file, 0, file.length());
          wanted = wanted.subList(1, wanted.size());
          for (int records : new int[] {0, 1, 2, 7, 56, 57, 58}) {
            for (long bytes : new long[] {1, 50, 1 << 20}) {
              List<List<String>> read = new ArrayList<>();
              for (Block block : blocks(file, records, bytes)) {
                List<List<String>> some = records(file, block.offset(), block.length());
                assertThat(some).hasSize((int) block.records());
                assertThat(records == 0 || some.size() <= records).isTrue();
                read.addAll(some);
              }
              assertThat(read).isEqualTo(wanted);
            }
          }
        }
      }
    }
  }

  @Test
  void blocksOfBytesEndWithTheRecordThatFillsThem() throws IOException {
    try (PinnedFile file = file("a\n" + "1234567\n".repeat(100))) {
      assertThat(blocks(file, 0, 33)).extracting(Block::records).containsOnly(5L).hasSize(20);
      assertThat(blocks(file, 0, 32)).extracting(Block::records).containsOnly(4L).hasSize(25);
    }
  }

  @Test
  void recordsMayBeLongerThanAChunk() throws IOException {
    try (PinnedFile file = file(text(3000, true, "\n"))) {
      List<List<String>> wanted = records(file, 0, file.length());
      List<List<String>> read = new ArrayList<>();
      for (Block block : blocks(file, 100, 0)) {
        read.addAll(records(file, block.offset(), block.length()));
      }
      assertThat(read).isEqualTo(wanted.subList(1, wanted.size()));
    }
  }

  @Test
  void aFileWithoutRecordsHasNoBlocks() throws IOException {
    for (String text : List.of("", "\n\n", "a,b", "a,b\n\n")) {
      try (PinnedFile file = file(text)) {
        assertThat(blocks(file, 3, 100)).isEmpty();
      }
    }
  }

  @Test
  void aQuoteThatNothingClosesNamesItsByte() throws IOException {
    try (PinnedFile file = file("a,b\n1,2\n3,\"4\n5,6\n" + "7,8\n".repeat(400_000))) {
      assertThatThrownBy(() -> blocks(file, 10, 0))
          .hasMessageStartingWith("INPUT_CORRUPT: a quote that nothing closes")
          .hasMessageContaining("a.csv at byte 10");
    }
  }

  @Test
  void aRecordTooLongNamesItsByte() throws IOException {
    try (PinnedFile file = file("a,b\n1,2\n3,\"4\n" + "5,6\n".repeat(1 << 20) + "\"")) {
      assertThatThrownBy(() -> blocks(file, 10, 0))
          .hasMessageStartingWith("RECORD_TOO_LARGE: a record of more than " + MAX_RECORD)
          .hasMessageContaining("a.csv at byte 8")
          .hasMessageContaining("look for a quote that is not closed");
    }
  }

  @Test
  void aQuoteThatIsNotClosedIsNotReadToTheEndOfALongFile() throws IOException {
    try (PinnedFile file = file("a,b\n3,\"4\n" + "5,6\n".repeat(4 << 20))) {
      assertThatThrownBy(() -> blocks(file, 10, 0))
          .hasMessageStartingWith("RECORD_TOO_LARGE")
          .hasMessageContaining("a.csv at byte 4");
    }
  }

  @Test
  void theHeaderNamesTheColumns() throws IOException {
    try (PinnedFile file = file("\ufeff\n id ,\"a \"\"b\"\", c\",ü\r\n1,2,3\n")) {
      CsvHeader header = CsvHeader.read(file, CsvDialect.COMMA, MAX_RECORD);
      assertThat(header.columns()).containsExactly("id", "a \"b\", c", "ü");
      byte[] next = new byte[1];
      file.read(header.end(), next, 0, 1);
      assertThat(new String(next, StandardCharsets.UTF_8)).isEqualTo("1");
    }
    try (PinnedFile file = file("")) {
      assertThat(CsvHeader.read(file, CsvDialect.COMMA, MAX_RECORD).columns()).isEmpty();
    }
  }

  @Test
  void aHeaderWithoutNamesIsRejected() throws IOException {
    try (PinnedFile file = file("a,,c\n1,2,3\n")) {
      assertThatThrownBy(() -> CsvHeader.read(file, CsvDialect.COMMA, MAX_RECORD))
          .hasMessageContaining("column 2 of the header has no name")
          .hasMessageContaining("a.csv, line 1");
    }
    try (PinnedFile file = file("a,b, a\n1,2,3\n")) {
      assertThatThrownBy(() -> CsvHeader.read(file, CsvDialect.COMMA, MAX_RECORD))
          .hasMessageContaining("the header names column 'a' twice");
    }
  }
}
