package trainer.data.read;

import static org.assertj.core.api.Assertions.assertThat;
import static trainer.data.Failing.fails;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.core.failure.FailureKind;
import trainer.core.input.BlockIndex;
import trainer.data.AvroFiles;
import trainer.data.Input;
import trainer.data.Input.Row;

/** What is left of an input whose broken records are tolerated, and how they are counted. */
class BrokenRecordsTest {
  private final Input input;

  BrokenRecordsTest(@TempDir Path folder) {
    this.input = new Input(folder).with("trainer.input.max-bad-records", 1000);
  }

  private static List<Row> rows(int... numbers) {
    return Arrays.stream(numbers).mapToObj(AvroFiles::record).toList();
  }

  private static int[] range(int from, int to) {
    return IntStream.range(from, to).toArray();
  }

  @Test
  void leavesBadLinesOutHoweverTheFileIsCut() throws IOException {
    input.labels(label -> label == 7f ? "label 7 is wrong" : null);
    String text = "1 1:1\n\n0 1:nan\n1 2:2\n7 1:1\n# 7\n0 3\n0 4:4";
    input.write("a.libsvm", text);
    List<Row> good =
        List.of(
            new Row(1, List.of(1L), List.of(1f)),
            new Row(1, List.of(2L), List.of(2f)),
            new Row(0, List.of(4L), List.of(4f)));
    for (int bytes = 1; bytes <= text.length(); bytes++) {
      Input.Read read = input.with("trainer.text.block-bytes", bytes).readOn();
      assertThat(read.rows()).as("blocks of %s bytes", bytes).isEqualTo(good);
      assertThat(read.bad().count()).as("blocks of %s bytes", bytes).isEqualTo(3);
    }
    for (int records = 1; records <= 7; records++) {
      Input.Read read = input.with("trainer.block.records", records).readOn();
      assertThat(read.rows()).isEqualTo(good);
      assertThat(read.bad().count()).isEqualTo(3);
      assertThat(read.bad().first().message())
          .contains("the value is not a number", "a.libsvm at byte 11");
    }
  }

  @Test
  void namesTheFirstOfABlockWithALabelOfNoUse() throws IOException {
    input.labels(label -> label == 1f ? "label 1 is wrong" : null);
    input.write("a.avro", AvroFiles.plain("snappy", 20, 10));
    Input.Read read = input.readOn();
    assertThat(read.rows()).isEqualTo(rows(0, 2, 4, 6, 8, 10, 12, 14, 16, 18));
    assertThat(read.bad().count()).isEqualTo(10);
    assertThat(read.bad().first().message())
        .startsWith("DATA_INVALID: label 1 is wrong")
        .contains("a.avro, block at byte", "record 1");
  }

  @Test
  void aRecordThatMakesNoSenseCostsNoOtherOne() throws IOException {
    input.write(
        "a.avro",
        AvroFiles.write(
            AvroFiles.PLAIN.replace("\"float\"", "[\"null\", \"float\"]"),
            "deflate",
            9,
            3,
            (record, i) -> {
              Row row = AvroFiles.record(i);
              List<Float> values = new ArrayList<>(row.values());
              if (i == 1) {
                values.set(0, Float.NaN);
              } else if (i == 4) {
                values.set(1, null);
              } else if (i == 7) {
                values.add(1f);
              }
              record.put("label", (int) row.label());
              record.put("indices", row.keys());
              record.put("values", values);
            }));
    for (int k = 0; k < 6; k++) {
      Input.Read read = input.with("trainer.block.records", k).readOn();
      assertThat(read.rows()).isEqualTo(rows(0, 2, 3, 5, 6, 8));
      assertThat(read.bad().count()).isEqualTo(3);
      assertThat(read.bad().first().message()).contains("values[0] is NaN");
    }
  }

  @Test
  void aBlockThatCannotBeDecodedIsLostWhole() throws IOException {
    byte[] bytes = AvroFiles.plain("snappy", 40, 10);
    input.write("a.avro", bytes);
    BlockIndex blocks = input.index().blocks();
    bytes[(int) blocks.block(1).offset() + 30] ^= 4;
    input.write("a.avro", bytes);
    Input.Read read = input.readOn();
    assertThat(read.rows().subList(0, 10)).isEqualTo(rows(range(0, 10)));
    assertThat(read.rows().subList(10, 30)).isEqualTo(rows(range(20, 40)));
    assertThat(read.bad().count()).isEqualTo(10);
    assertThat(read.bad().first().kind()).isEqualTo(FailureKind.INPUT_CORRUPT);
  }

  @Test
  void whatIsLeftOfAFileCutShortIsRead() throws IOException {
    byte[] whole = AvroFiles.plain("snappy", 45, 20);
    input.write("a.avro", Arrays.copyOf(whole, whole.length - 3));
    Input.Read read = input.readOn();
    assertThat(read.rows()).isEqualTo(rows(range(0, 40)));
    assertThat(read.bad().count()).as("announced by the last block").isEqualTo(5);
    assertThat(read.bad().first().kind()).isEqualTo(FailureKind.INPUT_TRUNCATED);
    input.with("trainer.input.max-bad-records", 4);
    fails(FailureKind.INPUT_TRUNCATED, input::index)
        .contains("5 broken records are more than trainer.input.max-bad-records=4", "a.avro");
  }

  @Test
  void theWalkGoesOnBehindABrokenHeader() throws IOException {
    byte[] bytes = AvroFiles.plain("null", 40, 10);
    input.write("a.avro", bytes);
    int second = (int) input.index().blocks().block(1).offset();
    bytes[second + 1] ^= 0x10;
    input.write("a.avro", bytes);
    Input.Read read = input.readOn();
    assertThat(read.rows()).hasSize(30).doesNotContain(AvroFiles.record(10));
    assertThat(read.bad().count()).isEqualTo(10);
  }

  @Test
  void countsOverAllFiles() throws IOException {
    byte[] whole = AvroFiles.plain("snappy", 3, 1);
    input.write("a.avro", Arrays.copyOf(whole, whole.length - 3));
    input.write("b.avro", Arrays.copyOf(whole, whole.length - 3));
    assertThat(input.index().bad().count()).isEqualTo(2);
    input.with("trainer.input.max-bad-records", 1);
    fails(FailureKind.INPUT_TRUNCATED, input::index).contains("2 broken records", "a.avro");
  }
}
