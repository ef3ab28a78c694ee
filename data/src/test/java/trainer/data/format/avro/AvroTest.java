package trainer.data.format.avro;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static trainer.data.Failing.fails;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.input.BlockIndex;
import trainer.data.AvroFiles;
import trainer.data.Input;
import trainer.data.Input.Row;

class AvroTest {
  private final Input input;

  AvroTest(@TempDir Path folder) {
    this.input = new Input(folder);
  }

  private static List<Row> expected(int records) {
    return IntStream.range(0, records).mapToObj(AvroFiles::record).toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "deflate", "snappy", "bzip2", "zstandard"})
  void readsEveryCodec(String codec) throws IOException {
    input.write("a.avro", AvroFiles.plain(codec, 1000, 300));
    assertThat(input.index().blocks().size()).isEqualTo(4);
    assertThat(input.index().records()).isEqualTo(1000);
    assertThat(input.read()).isEqualTo(expected(1000));
  }

  @Test
  void readsNumbersOfAllLengths() throws IOException {
    long seed = 20261122;
    Random random = new Random(seed);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 600; i++) {
      List<Long> indices = new ArrayList<>();
      List<Float> values = new ArrayList<>();
      boolean ones = random.nextBoolean();
      for (int j = random.nextInt(40); j > 0; j--) {
        indices.add(random.nextLong() >> random.nextInt(64));
        values.add(ones || random.nextBoolean() ? 1f : (float) random.nextGaussian());
      }
      rows.add(new Row(i % 2, indices, values));
    }
    for (int perBlock : new int[] {1, 7, 600}) {
      byte[] bytes =
          AvroFiles.write(
              AvroFiles.PLAIN,
              "null",
              rows.size(),
              perBlock,
              (record, i) -> {
                record.put("label", (int) rows.get(i).label());
                record.put("indices", rows.get(i).keys());
                record.put("values", rows.get(i).values());
              });
      input.write("a.avro", bytes);
      assertThat(input.read()).as("seed %s", seed).isEqualTo(rows);
    }
  }

  @Test
  void refusesACodecThatIsNotThere() throws IOException {
    byte[] bytes = AvroFiles.plain("deflate", 10, 10);
    String header = new String(bytes, 0, 400, java.nio.charset.StandardCharsets.ISO_8859_1);
    bytes[header.indexOf("deflate")] = 'D';
    input.write("a.avro", bytes);
    fails(FailureKind.INPUT_BAD_FILE, input::index).contains("codec Deflate", "a.avro");
  }

  @Test
  void cutsBlocksOfAnyNumberOfRecords() throws IOException {
    input.write("a.avro", AvroFiles.plain("snappy", 23, 5));
    for (int k = 1; k <= 24; k++) {
      input.with("trainer.block.records", k);
      BlockIndex blocks = input.index().blocks();
      assertThat(blocks.size()).as("%s records a block", k).isEqualTo((23 + k - 1) / k);
      assertThat(input.read(blocks)).as("%s records a block", k).isEqualTo(expected(23));
      // Each block alone, by a reader that has seen no other.
      for (int b = 0; b < blocks.size(); b++) {
        try (var reader = input.reader()) {
          assertThat(Input.records(reader.read(blocks.fileOf(b), blocks.block(b)).examples()))
              .isEqualTo(expected(23).subList(b * k, Math.min(23, (b + 1) * k)));
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "deflate", "snappy"})
  void findsTruncationAtEveryByteOfTheLastBlock(String codec) throws IOException {
    byte[] whole = AvroFiles.plain(codec, 40, 20);
    input.write("a.avro", whole);
    BlockIndex blocks = input.index().blocks();
    int last = (int) blocks.block(1).offset();
    for (int length = last + 1; length < whole.length; length++) {
      input.write("a.avro", Arrays.copyOf(whole, length));
      fails(FailureKind.INPUT_TRUNCATED, input::index)
          .contains(
              "a.avro",
              "last sync marker ends at byte " + last,
              "file at byte " + length,
              "records so far 20");
    }
    input.write("a.avro", Arrays.copyOf(whole, last));
    assertThat(input.index().records()).as("cut between blocks: a shorter file").isEqualTo(20);
  }

  @Test
  void findsTruncationAtEveryByteOfTheHeader() throws IOException {
    byte[] whole = AvroFiles.plain("snappy", 10, 10);
    input.write("a.avro", whole);
    int first = (int) input.index().blocks().block(0).offset();
    for (int length = 1; length < first; length++) {
      input.write("a.avro", Arrays.copyOf(whole, length));
      fails(FailureKind.INPUT_TRUNCATED, input::index)
          .contains("a.avro", "ends at byte " + length, "header");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "deflate", "snappy", "bzip2", "zstandard"})
  void findsFlippedBitsWhereTheCodecCanTellAndNeverFailsUntyped(String codec) throws IOException {
    byte[] whole = AvroFiles.plain(codec, 40, 20);
    input.write("a.avro", whole);
    int first = (int) input.index().blocks().block(0).offset();
    boolean checksum = codec.equals("snappy");
    for (int bit = first * 8; bit < whole.length * 8; bit += checksum ? 3 : 29) {
      byte[] flipped = whole.clone();
      flipped[bit / 8] ^= (byte) (1 << (bit % 8));
      input.write("a.avro", flipped);
      List<Row> read = new ArrayList<>();
      Throwable e = catchThrowable(() -> read.addAll(input.read()));
      if (e == null) {
        // Snappy can say the same thing in other words.
        assertThat(!checksum || read.equals(expected(40))).as("bit %s", bit).isTrue();
      } else {
        assertThat(e).as("bit %s", bit).isInstanceOf(FailureException.class);
        assertThat(((FailureException) e).failure().kind())
            .as("bit %s: %s", bit, e.getMessage())
            .isIn(
                FailureKind.INPUT_CORRUPT,
                FailureKind.INPUT_TRUNCATED,
                FailureKind.DATA_INVALID,
                FailureKind.RECORD_TOO_LARGE);
        assertThat(e.getMessage()).contains("a.avro");
      }
    }
  }

  @Test
  void namesBlockAndCodecOfAFlippedBit() throws IOException {
    byte[] bytes = AvroFiles.plain("snappy", 40, 20);
    input.write("a.avro", bytes);
    BlockIndex blocks = input.index().blocks();
    long second = blocks.block(1).offset();
    bytes[(int) second + 30] ^= 4;
    input.write("a.avro", bytes);
    fails(FailureKind.INPUT_CORRUPT, input::read)
        .contains("a.avro", "block at byte " + second, "codec snappy");
  }

  @Test
  void readsOtherTypesNullsAndOtherFields() throws IOException {
    String schema =
        """
        {"type": "record", "name": "Row", "fields": [
          {"name": "id", "type": {"type": "map", "values": ["null", "string", "int"]}},
          {"name": "values", "type": ["null", {"type": "array", "items": ["double", "null"]}]},
          {"name": "day", "type": {"type": "enum", "name": "Day", "symbols": ["A", "B"]}},
          {"name": "indices", "type": [{"type": "array", "items": "int"}, "null"]},
          {"name": "more", "type": {"type": "record", "name": "More", "fields": [
            {"name": "hash", "type": {"type": "fixed", "name": "Hash", "size": 3}},
            {"name": "list", "type": {"type": "array", "items": "bytes"}}]}},
          {"name": "label", "type": ["null", "double"]}]}
        """;
    byte[] bytes =
        AvroFiles.write(
            schema,
            "deflate",
            3,
            2,
            (record, i) -> {
              var more =
                  new org.apache.avro.generic.GenericData.Record(
                      record.getSchema().getField("more").schema());
              more.put(
                  "hash",
                  new org.apache.avro.generic.GenericData.Fixed(
                      more.getSchema().getField("hash").schema(), new byte[3]));
              more.put("list", List.of(java.nio.ByteBuffer.wrap(new byte[i])));
              record.put("id", java.util.Map.of("a", "text", "b", i));
              record.put("values", i == 1 ? null : List.of(0.5, (double) i));
              record.put(
                  "day",
                  new org.apache.avro.generic.GenericData.EnumSymbol(
                      record.getSchema().getField("day").schema(), "B"));
              record.put("indices", List.of(i, -1));
              record.put("more", more);
              record.put("label", i + 0.5);
            });
    input.write("a.avro", bytes);
    assertThat(input.read())
        .containsExactly(
            new Row(0.5f, List.of(0L, -1L), List.of(0.5f, 0f)),
            new Row(1.5f, List.of(1L, -1L), List.of(1f, 1f)),
            new Row(2.5f, List.of(2L, -1L), List.of(0.5f, 2f)));
  }

  @Test
  void namesTheRecordThatMakesNoSense() throws IOException {
    input.write("a.avro", bad(List.of(1L, 2L), List.of(1f)));
    fails(FailureKind.DATA_INVALID, input::read)
        .contains("2 indices but 1 values", "a.avro", "record 7");
    input.write("a.avro", bad(List.of(1L), List.of(Float.NaN)));
    fails(FailureKind.DATA_INVALID, input::read).contains("values[0] is NaN", "record 7");
    input.write("a.avro", bad(List.of(1L), List.of(Float.POSITIVE_INFINITY)));
    fails(FailureKind.DATA_INVALID, input::read).contains("values[0] is Infinity", "record 7");
  }

  private static byte[] bad(List<Long> indices, List<Float> values) throws IOException {
    return AvroFiles.write(
        AvroFiles.PLAIN,
        "snappy",
        20,
        10,
        (record, i) -> {
          record.put("label", 1);
          record.put("indices", i == 7 ? indices : List.of());
          record.put("values", i == 7 ? values : List.of());
        });
  }

  @Test
  void saysWhatIsWrongWithASchema() throws IOException {
    input.write("a.avro", AvroFiles.write(renamed("label"), "null", 0, 1, (record, i) -> {}));
    fails(FailureKind.INPUT_BAD_FILE, input::index)
        .contains("no field 'label', only other, indices, values", "a.avro", "array<long>");
    String text = AvroFiles.PLAIN.replace("\"long\"", "\"string\"");
    input.write("a.avro", AvroFiles.write(text, "null", 0, 1, (record, i) -> {}));
    fails(FailureKind.INPUT_BAD_FILE, input::index)
        .contains("field 'indices[]' is string; it can be int, long");
  }

  private static String renamed(String field) {
    return AvroFiles.PLAIN.replace("\"" + field + "\"", "\"other\"");
  }

  @Test
  void refusesFilesThatAreNoContainers() throws IOException {
    input.write("a.avro", "label,x,y\n1,2,3\n");
    fails(FailureKind.INPUT_BAD_FILE, input::index)
        .contains("not an Avro container", "a.avro", "'label,x,y");
    input.write("a.avro", "");
    fails(FailureKind.INPUT_BAD_FILE, input::index).contains("a.avro (0 bytes)");
  }
}
