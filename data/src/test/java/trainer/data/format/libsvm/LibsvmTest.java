package trainer.data.format.libsvm;

import static org.assertj.core.api.Assertions.assertThat;
import static trainer.data.Failing.fails;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trainer.core.failure.FailureKind;
import trainer.core.input.BlockContent;
import trainer.core.input.BlockIndex;
import trainer.core.input.Examples;
import trainer.data.Input;
import trainer.data.Input.Row;
import trainer.data.read.BlockReader;

class LibsvmTest {
  private static final String TEXT =
      """
      1 1:0.5 3:-2e-3 18446744:1
      # a comment, 1:1
      -1 7:1 # the rest is none

      \t+1\t 2:1  9223372036854775807:.25 \r
      0
         # indented
      2.5 4:1e2 5:1. 6:+7
      """;

  private static final List<Row> RECORDS =
      List.of(
          new Row(1, List.of(1L, 3L, 18446744L), List.of(0.5f, -2e-3f, 1f)),
          new Row(-1, List.of(7L), List.of(1f)),
          new Row(1, List.of(2L, Long.MAX_VALUE), List.of(1f, .25f)),
          new Row(0, List.of(), List.of()),
          new Row(2.5f, List.of(4L, 5L, 6L), List.of(100f, 1f, 7f)));

  private final Input input;

  LibsvmTest(@TempDir Path folder) {
    this.input = new Input(folder);
  }

  @Test
  void readsLabelsIndicesValuesCommentsAndBlankLines() throws IOException {
    input.write("a.libsvm", TEXT);
    assertThat(input.read()).isEqualTo(RECORDS);
  }

  @Test
  void readsGroups() throws IOException {
    input.write("a.libsvm", "1 qid:7 1:1 2:0.5 # first\n0 qid:007\n2 3:1\n1 \tqid:12345678901 4:1");
    Examples examples = block();
    assertThat(examples.groups()).containsExactly(7, 7, 0, 12345678901L);
    assertThat(examples.keys()).containsExactly(1, 2, 3, 4);
    assertThat(examples.values()).containsExactly(1, 0.5f, 1, 1);
    assertThat(examples.features().fields()).isNull();
  }

  @Test
  void readsFieldsOfLibffm() throws IOException {
    input.write(
        "a.ffm", "1 0:12345678901:1 2147483647:3:0.5\n0 5:6:1\n1 1:1 2:0\n0 3:4:1e1 1:2:-1\n");
    Examples examples = block();
    assertThat(examples.features().fields()).containsExactly(0, 2147483647, 5, 0, 0, 3, 1);
    assertThat(examples.keys()).containsExactly(12345678901L, 3, 6, 1, 2, 4, 2);
    assertThat(examples.values()).containsExactly(1, 0.5f, 1, 1, 0, 10, -1);
    assertThat(examples.starts()).containsExactly(0, 2, 3, 5, 7);
  }

  /** The only block of the input. */
  private Examples block() {
    BlockIndex blocks = input.index().blocks();
    try (BlockReader reader = input.reader()) {
      BlockContent content = reader.read(blocks.fileOf(0), blocks.block(0));
      assertThat(content.bad().count()).isZero();
      return content.examples();
    }
  }

  @Test
  void givesEachLineToOneBlockHoweverTheFileIsCut() throws IOException {
    for (String text : List.of(TEXT, TEXT.stripTrailing(), TEXT.replace("\n", "\r\n"))) {
      input.write("a.libsvm", text);
      for (int bytes = 1; bytes <= text.length() + 1; bytes++) {
        input.with("trainer.text.block-bytes", bytes);
        assertThat(input.read()).as("blocks of %s bytes", bytes).isEqualTo(RECORDS);
      }
    }
  }

  @Test
  void cutsBlocksOfSoManyRecords() throws IOException {
    for (String text : List.of(TEXT, TEXT.stripTrailing())) {
      input.write("a.libsvm", text);
      for (int k = 1; k <= 6; k++) {
        input.with("trainer.block.records", k);
        BlockIndex blocks = input.index().blocks();
        assertThat(IntStream.range(0, blocks.size()).mapToLong(b -> blocks.block(b).records()))
            .as("%s records a block", k)
            .hasSize((5 + k - 1) / k)
            .allMatch(n -> n <= 5)
            .satisfies(all -> assertThat(all.stream().mapToLong(n -> n).sum()).isEqualTo(5));
        assertThat(blocks.block(0).records()).isEqualTo(Math.min(k, 5));
        assertThat(input.read(blocks)).isEqualTo(RECORDS);
      }
    }
  }

  @Test
  void leavesValuesOutWhenAllAreOne() throws IOException {
    input.write("a", "1 1:1 2:1.0\n0 3:1\n");
    BlockIndex blocks = input.index().blocks();
    try (var reader = input.reader()) {
      assertThat(reader.read(blocks.fileOf(0), blocks.block(0)).examples().values()).isNull();
    }
  }

  @Test
  void readsWhateverIsWrittenAsTheJdkDoes() throws IOException {
    long seed = 20261122;
    Random random = new Random(seed);
    List<Row> rows = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 2_000; i++) {
      int kind = random.nextInt(4);
      List<Long> keys = new ArrayList<>();
      List<Float> values = new ArrayList<>();
      text.append(random.nextBoolean() ? "+1" : "-1");
      float label = text.charAt(text.length() - 2) == '+' ? 1 : -1;
      for (int j = random.nextInt(60); j > 0; j--) {
        String index = digits(random, 1 + random.nextInt(kind == 0 ? 7 : 18));
        String value = kind < 2 || random.nextInt(kind) == 0 ? "1" : decimal(random);
        text.append(random.nextInt(30) == 0 ? " \t" : " ").append(index).append(':').append(value);
        keys.add(Long.parseLong(index));
        values.add(Float.parseFloat(value));
      }
      text.append(random.nextInt(20) == 0 ? " \r\n" : "\n");
      rows.add(new Row(label, keys, values));
    }
    input.write("a", text.toString());
    for (int bytes : new int[] {100, 1000, 32768, 1 << 20}) {
      input.with("trainer.text.block-bytes", bytes);
      assertThat(input.read()).as("seed %s, blocks of %s bytes", seed, bytes).isEqualTo(rows);
    }
  }

  private static String digits(Random random, int count) {
    StringBuilder digits = new StringBuilder();
    for (int i = 0; i < count; i++) {
      digits.append((char) ('0' + random.nextInt(10)));
    }
    return digits.toString();
  }

  private static String decimal(Random random) {
    String sign = random.nextInt(3) == 0 ? "-" : random.nextInt(10) == 0 ? "+" : "";
    String whole = digits(random, random.nextInt(random.nextInt(3) == 0 ? 12 : 3));
    boolean point = whole.isEmpty() || random.nextInt(5) > 0;
    String fraction =
        point ? "." + digits(random, (whole.isEmpty() ? 1 : 0) + random.nextInt(18)) : "";
    String exponent = random.nextInt(8) == 0 ? "e" + (random.nextInt(40) - 20) : "";
    return sign + whole + fraction + exponent;
  }

  @Test
  void leavesValuesOutThoughARejectedLineHadOthers() throws IOException {
    input.write("a", "1 1:1 2:1\n1 3:0.5 4:x\n0 5:1\n");
    BlockIndex blocks = input.index().blocks();
    try (var reader = input.reader()) {
      Examples examples = reader.read(blocks.fileOf(0), blocks.block(0)).examples();
      assertThat(examples.keys()).containsExactly(1, 2, 5);
      assertThat(examples.values()).isNull();
    }
  }

  @Test
  void hasAllValuesWhereOneIsAnother() throws IOException {
    input.write("a", "1 1:1 2:1\n1 3:1 4:0.5 5:1\n1 6:2 7:x\n0 8:1 9:3 10:1\n");
    BlockIndex blocks = input.index().blocks();
    try (var reader = input.reader()) {
      Examples examples = reader.read(blocks.fileOf(0), blocks.block(0)).examples();
      assertThat(examples.keys()).containsExactly(1, 2, 3, 4, 5, 8, 9, 10);
      assertThat(examples.values()).containsExactly(1, 1, 1, .5f, 1, 1, 3, 1);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1 2:3 x:4 | 'index:value' expected",
        "1 2:3 4 | 'index:value' expected",
        "1 -2:3 | an index is below 0",
        "1 2:a | the value is not a number",
        "1 2: | the value is not a number",
        "1 2:3:4:5 | the value is not a number",
        "1 2:3: | the value is not a number",
        "1 3000000000:3:1 | a field above 2147483647",
        "1 2:9223372036854775808:1 | an index above",
        "1 2:-3:1 | the value is not a number",
        "1 qid: 1:1 | a group expected",
        "1 qid:a 1:1 | a group expected",
        "1 qid:3.5 1:1 | the group is not a whole number from 0",
        "1 qid:9223372036854775808 1:1 | a group above",
        "1 1:1 qid:3 | 'qid:' is not the first after the label",
        "1 2:nan | the value is not a number",
        "1 2:1e39 | the value is not finite",
        "inf 2:1 | the label is not a number",
        "1,0 2:1 | the label is not a number",
        "1 9223372036854775808:1 | an index above",
        "1 2:1e | the value is not a number",
        "1 2:0x1p3 | the value is not a number",
      })
  void namesFileByteAndLineOfBadLines(String line, String reason) throws IOException {
    input.write("bad.libsvm", "1 1:1\n\n" + line + "\n0 2:1\n");
    fails(FailureKind.DATA_INVALID, input::read)
        .contains(reason, "bad.libsvm at byte ", ", line 3: '", line.strip());
    input.with("trainer.text.block-bytes", 7);
    fails(FailureKind.DATA_INVALID, input::read)
        .contains(reason, "bad.libsvm at byte ", "line from byte 7", line.strip())
        .contains("bad.libsvm | head -n 1");
  }

  @Test
  void readsOverAByteOrderMarkHoweverTheFileIsCut() throws IOException {
    for (String text : List.of(TEXT, "\n" + TEXT)) {
      input.write("a.libsvm", "\ufeff" + text);
      for (int bytes = 1; bytes <= 8; bytes++) {
        input.with("trainer.block.records", 0).with("trainer.text.block-bytes", bytes);
        assertThat(input.read()).as("blocks of %s bytes", bytes).isEqualTo(RECORDS);
      }
      for (int k = 1; k <= 6; k++) {
        input.with("trainer.block.records", k);
        assertThat(input.read()).as("%s records a block", k).isEqualTo(RECORDS);
      }
    }
  }

  @Test
  void namesTextOfTwoBytesACharacter() throws IOException {
    input.write("a.txt", "1 1:1\n".getBytes(java.nio.charset.StandardCharsets.UTF_16));
    fails(FailureKind.INPUT_BAD_FILE, input::index).contains("looks like UTF-16 text");
  }

  @Test
  void refusesWhatCannotBeText() throws IOException {
    input.write("part-0.gz", new byte[] {'P', 'K', 3, 4, 8, 0, 0, 0, 0, 0, 0, 3});
    fails(FailureKind.INPUT_BAD_FILE, input::index)
        .contains("looks like zip", "part-0.gz", "50 4b 03 04 08");
    input.write("part-0.gz", new byte[] {'1', ' ', 0, 1});
    fails(FailureKind.INPUT_BAD_FILE, input::index).contains("not libsvm text");
  }

  @Test
  void refusesLinesBeyondTheLimit() throws IOException {
    input.with("trainer.input.max-record-bytes", 2048).with("trainer.text.block-bytes", 64);
    input.write("a", "1" + " 1:1".repeat(20_000) + "\n");
    fails(FailureKind.RECORD_TOO_LARGE, input::read).contains("more than 2048 bytes", "byte");
    input.with("trainer.block.records", 1);
    fails(FailureKind.RECORD_TOO_LARGE, input::index).contains("more than 2048 bytes");
  }

  @Test
  void refusesABlockWhoseRecordsAreNoLongerThere() throws IOException {
    input.write("a", "1 1:1\n0 2:1\n").toFile().setLastModified(1_000_000);
    BlockIndex blocks = input.with("trainer.block.records", 2).index().blocks();
    input.write("a", "1 1:1\n     #   \n".substring(0, 12)).toFile().setLastModified(1_000_000);
    fails(FailureKind.INPUT_CHANGED, () -> input.read(blocks)).contains("2 records has 1");
  }
}
