package trainer.model.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;

/** Schemas and codecs that a model of another version may have. */
class ContainerFileTest {
  private static final int MOST = 1 << 20;

  @Test
  void decodesARecordByTheSchemaOfItsWriter() {
    RecordSchema schema =
        new RecordSchema(
            """
            {"type": "record", "name": "Top", "namespace": "n", "doc": "a \\"b\\" \\u0041",
             "fields": [
              {"name": "none", "type": "null"}, {"name": "yes", "type": "boolean"},
              {"name": "i", "type": "int"}, {"name": "d", "type": "double", "default": -1.5e3},
              {"name": "s", "type": {"type": "string", "avro.java.string": "String"}},
              {"name": "e", "type": {"type": "enum", "name": "E", "symbols": ["A", "B"]}},
              {"name": "again", "type": "n.E"},
              {"name": "f", "type": {"type": "fixed", "name": "F", "size": 2}},
              {"name": "u", "type": ["null", "long"], "default": null},
              {"name": "l", "type": {"type": "array", "items": "float"}, "default": []},
              {"name": "m", "type": {"type": "map", "values":
                {"type": "record", "name": "In", "fields": [{"name": "x", "type": "bytes"}]}}}]}
            """);
    byte[] bytes = {
      1,
      3,
      0,
      0,
      0,
      0,
      0,
      0,
      (byte) 0xF8,
      0x3F,
      4,
      'h',
      'i',
      2,
      0,
      'o',
      'k',
      2,
      5,
      3,
      8,
      0,
      0,
      0,
      0x40,
      2,
      0,
      2,
      2,
      'k',
      2,
      'v',
      0
    };
    // the array is a piece of −2 items of 8 bytes, then one of 1 item
    byte[] array = {3, 16, 0, 0, 0, 0x40, 0, 0, 0, 0x40, 2, 0, 0, 0, 0x40, 0};
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.write(bytes, 0, 19);
    all.writeBytes(array);
    all.write(bytes, 27, 6);
    byte[] whole = all.toByteArray();
    ByteCursor in = new ByteCursor(whole, 0, whole.length);
    Map<?, ?> record = schema.read(in);
    assertThat(in.remaining()).isZero();
    assertThat(record.get("none")).isNull();
    assertThat(record.get("yes")).isEqualTo(true);
    assertThat(record.get("i")).isEqualTo(-2L);
    assertThat(record.get("d")).isEqualTo(1.5);
    assertThat(record.get("s")).isEqualTo("hi");
    assertThat(List.of(record.get("e"), record.get("again"))).isEqualTo(List.of("B", "A"));
    assertThat(record.get("f")).isEqualTo("ok");
    assertThat(record.get("u")).isEqualTo(-3L);
    assertThat(record.get("l")).isEqualTo(List.of(2.0, 2.0, 2.0));
    assertThat(record.get("m")).isEqualTo(Map.of("k", Map.of("x", "v")));
  }

  @Test
  void textThatIsNoSchemaIsDamage() {
    for (String text : List.of("", "{", "{\"a\" 1}", "[1,]", "\"a", "{}x", "[".repeat(1000))) {
      assertThatThrownBy(() -> new RecordSchema(text)).isInstanceOf(DamagedBytesException.class);
    }
  }

  @Test
  void inflatesWhatADeflaterWrote() {
    byte[] contents = mixed(300_000);
    Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
    deflater.setInput(contents);
    deflater.finish();
    byte[] stored = new byte[400_000];
    int length = deflater.deflate(stored);
    deflater.end();
    ByteCursor block = Codec.named("deflate", MOST).decompress(Arrays.copyOf(stored, length));
    assertThat(block.array()).isEqualTo(contents);
    assertThatThrownBy(
            () -> Codec.named("deflate", MOST).decompress(Arrays.copyOf(stored, length / 2)))
        .isInstanceOf(DamagedBytesException.class);
    assertThatThrownBy(() -> Codec.named("deflate", 1000).decompress(Arrays.copyOf(stored, length)))
        .isInstanceOf(DamagedBytesException.class);
  }

  @Test
  void anyBytesAsSnappyAreContentsOrDamage() {
    SplittableRandom random = new SplittableRandom(4);
    for (int i = 0; i < 50_000; i++) {
      byte[] stored = new byte[random.nextInt(60)];
      random.nextBytes(stored);
      assertThatThrownBy(() -> Snappy.decompress(stored, MOST))
          .isInstanceOf(DamagedBytesException.class);
    }
  }

  @Test
  void anUnknownCodecIsDamage() {
    assertThatThrownBy(() -> Codec.named("zstandard", MOST))
        .isInstanceOf(DamagedBytesException.class)
        .hasMessageContaining("zstandard");
  }

  /** Bytes that a codec makes shorter, but not by much. */
  private static byte[] mixed(int size) {
    byte[] bytes = new byte[size];
    SplittableRandom random = new SplittableRandom(8);
    for (int i = 0; i < size; i++) {
      bytes[i] = (byte) (random.nextInt(3) == 0 ? random.nextInt(256) : 'a');
    }
    return bytes;
  }
}
