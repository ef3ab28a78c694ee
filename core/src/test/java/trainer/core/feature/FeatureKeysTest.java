package trainer.core.feature;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FeatureKeysTest {
  /** A row of the table of vectors. */
  private record Vector(
      String kind, String column, String value, FeatureKeys keys, byte[] bytes, long key) {
    static Vector of(String row) {
      String[] cells = row.split("\\|", -1);
      return new Vector(
          cells[1].trim(),
          text(cells[2]),
          text(cells[3]),
          new FeatureKeys(Long.parseLong(cells[4].trim()), Integer.parseInt(cells[5].trim())),
          bytes(text(cells[6])),
          Long.parseUnsignedLong(text(cells[7]), 16));
    }

    private static String text(String cell) {
      return cell.trim().replaceAll("^`|`$", "");
    }

    private static byte[] bytes(String escaped) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      for (int i = 0; i < escaped.length(); i++) {
        if (escaped.charAt(i) == '\\') {
          bytes.write(Integer.parseInt(escaped.substring(i + 2, i + 4), 16));
          i += 3;
        } else {
          bytes.write(escaped.charAt(i));
        }
      }
      return bytes.toByteArray();
    }

    long found() {
      FeatureTerm term = FeatureTerms.parse(column).terms().get(0);
      if (term instanceof FeatureTerm.Cross cross) {
        return cross(keys.cross(cross.columns()), value);
      }
      ColumnKeys of = keys.column(((FeatureTerm.Plain) term).column());
      return switch (kind) {
        case "number" -> of.number();
        case "log" -> of.log();
        case "null" -> of.missing();
        case "nan" -> of.nan();
        case "text" -> of.category(value.getBytes(UTF_8), 0, value.getBytes(UTF_8).length);
        case "boolean" -> of.category(Boolean.parseBoolean(value));
        case "whole" -> of.category(Long.parseLong(value));
        case "decimal" -> of.category(Double.parseDouble(value));
        case "bucket" -> of.bucket(Integer.parseInt(value));
        default -> throw new IllegalArgumentException(kind);
      };
    }

    private static long cross(CrossKeys keys, String values) {
      keys.start();
      for (String value : values.split(" × ", -1)) {
        byte[] utf8 = value.getBytes(UTF_8);
        switch (value) {
          case "NULL" -> keys.missing();
          case "NaN" -> keys.nan();
          default -> keys.category(utf8, 0, utf8.length);
        }
      }
      return keys.key();
    }
  }

  private static List<Vector> vectors() throws IOException {
    try (InputStream table = FeatureKeysTest.class.getResourceAsStream("key-vectors.md")) {
      return new String(table.readAllBytes(), UTF_8)
          .lines()
          .filter(line -> line.matches("\\| [a-z]+ \\| `.*"))
          .map(Vector::of)
          .toList();
    }
  }

  @Test
  void givesThePublishedKeys() throws IOException {
    assertThat(vectors()).hasSizeGreaterThanOrEqualTo(30);
    for (Vector vector : vectors()) {
      assertThat(vector.found()).as("%s", vector).isEqualTo(vector.key());
    }
  }

  @Test
  void thePublishedKeysAreTheHashesOfThePublishedBytes() throws IOException {
    for (Vector vector : vectors()) {
      long hash = NaiveXxHash64.hash(vector.bytes(), vector.keys().seed());
      int bits = vector.keys().bits();
      assertThat(bits == 0 ? hash : hash >>> (64 - bits)).as("%s", vector).isEqualTo(vector.key());
    }
  }

  @Test
  void aCategoryIsTheSameWhateverItsTypeInTheTable() {
    Random random = new Random(10);
    ColumnKeys column = new FeatureKeys().column("a");
    CrossKeys cross = new FeatureKeys(3, 40).cross(List.of("a", "b"));
    for (int round = 0; round < 2000; round++) {
      long whole = random.nextLong() >> random.nextInt(64);
      byte[] text = Long.toString(whole).getBytes(UTF_8);
      long key = column.category(text, 0, text.length);
      long crossed = cross.start().category(text, 0, text.length).category(text, 0, 1).key();
      assertThat(column.category(whole)).isEqualTo(key);
      assertThat(cross.start().category(whole).category(text, 0, 1).key()).isEqualTo(crossed);
      if ((long) (double) whole == whole && whole != Long.MAX_VALUE) {
        assertThat(column.category((double) whole)).isEqualTo(key);
        assertThat(cross.start().category((double) whole).category(text, 0, 1).key())
            .isEqualTo(crossed);
      }
    }
    byte[] yes = "xtruex".getBytes(UTF_8);
    assertThat(column.category(true)).isEqualTo(column.category(yes, 1, 5));
    assertThat(cross.start().category(true).nan().key())
        .isEqualTo(cross.start().category(yes, 1, 5).nan().key());
  }

  @Test
  void aKeyDependsOnNoKeyBeforeIt() {
    Random random = new Random(11);
    ColumnKeys used = new FeatureKeys().column("column");
    CrossKeys usedCross = new FeatureKeys().cross(List.of("a", "b"));
    for (int round = 0; round < 500; round++) {
      byte[] value = new byte[random.nextInt(300)];
      random.nextBytes(value);
      int from = random.nextInt(value.length + 1);
      int to = from + random.nextInt(value.length - from + 1);
      byte[] part = Arrays.copyOfRange(value, from, to);
      assertThat(used.category(value, from, to))
          .isEqualTo(new FeatureKeys().column("column").category(part, 0, part.length));
      assertThat(used.bucket(round)).isEqualTo(new FeatureKeys().column("column").bucket(round));
      assertThat(usedCross.start().category(value, from, to).category(round).key())
          .isEqualTo(
              new FeatureKeys()
                  .cross(List.of("a", "b"))
                  .start()
                  .category(part, 0, part.length)
                  .category(round)
                  .key());
    }
  }

  /** Names and values of few letters, so that any ambiguity would meet. */
  @Test
  void noTwoFeaturesHaveTheSameKey() {
    String[] names = {
      "", "a", "a=", "a=b", "=", "#", "a#", "a#0", "a#log", "\"", "\"a\"", "*", "-"
    };
    String[] values = {"", "a", "=", "b", "#0", "0", "a=b", "*", "*a=", "\"", "\"a\"=", "true"};
    Map<Long, String> seen = new HashMap<>();
    for (String name : names) {
      ColumnKeys column = new FeatureKeys().column(name);
      add(seen, column.number(), name + " number");
      add(seen, column.log(), name + " log");
      add(seen, column.missing(), name + " NULL");
      add(seen, column.nan(), name + " NaN");
      for (int bucket = 0; bucket < 30; bucket++) {
        add(seen, column.bucket(bucket), name + " bucket " + bucket);
      }
      for (String value : values) {
        byte[] utf8 = value.getBytes(UTF_8);
        add(seen, column.category(utf8, 0, utf8.length), name + " category " + value);
      }
      for (String second : names) {
        CrossKeys cross = new FeatureKeys().cross(List.of(name, second));
        crossed(cross, values, (key, text) -> add(seen, key, name + "*" + second + text));
      }
    }
    assertThat(seen).hasSize(names.length * (34 + values.length) + 169 * 14 * 14);
  }

  private interface Sink {
    void add(long key, String text);
  }

  private static void crossed(CrossKeys cross, String[] values, Sink sink) {
    for (int a = 0; a < values.length + 2; a++) {
      for (int b = 0; b < values.length + 2; b++) {
        sink.add(part(part(cross.start(), values, a), values, b).key(), " " + a + " " + b);
      }
    }
  }

  private static CrossKeys part(CrossKeys cross, String[] values, int index) {
    if (index >= values.length) {
      return index == values.length ? cross.missing() : cross.nan();
    }
    byte[] utf8 = values[index].getBytes(UTF_8);
    return cross.category(utf8, 0, utf8.length);
  }

  private static void add(Map<Long, String> seen, long key, String text) {
    assertThat(seen.put(key, text)).as("the key of %s", text).isNull();
  }

  @Test
  void keysOfFewBitsAreTheUpperBitsShiftedDown() {
    ColumnKeys whole = new FeatureKeys(5, 0).column("a");
    for (int bits = 1; bits < 64; bits++) {
      ColumnKeys folded = new FeatureKeys(5, bits).column("a");
      for (int value = 0; value < 50; value++) {
        assertThat(folded.category(value)).isEqualTo(whole.category(value) >>> (64 - bits));
      }
      assertThat(folded.missing()).isEqualTo(whole.missing() >>> (64 - bits));
    }
    assertThatThrownBy(() -> new FeatureKeys(0, 64)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new FeatureKeys(0, -1)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void rangesOutsideTheArrayAreRefused() {
    ColumnKeys column = new FeatureKeys().column("a");
    CrossKeys cross = new FeatureKeys().cross(List.of("a", "b"));
    int[][] ranges = {{-1, 3}, {3, 2}, {10, 21}, {21, 21}};
    for (int[] range : ranges) {
      assertThatThrownBy(() -> column.category(new byte[20], range[0], range[1]))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> cross.start().category(new byte[20], range[0], range[1]))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
  }

  @Test
  void infinitiesAndNanAreNoCategories() {
    ColumnKeys column = new FeatureKeys().column("a");
    CrossKeys cross = new FeatureKeys().cross(List.of("a", "b"));
    for (double x : new double[] {Double.NaN, Double.POSITIVE_INFINITY, -1 / 0.0}) {
      assertThatThrownBy(() -> column.category(x))
          .isInstanceOf(BrokenNumberException.class)
          .hasMessage("column a has the number " + x);
      assertThatThrownBy(() -> cross.start().category(1).category(x))
          .isInstanceOf(BrokenNumberException.class)
          .hasMessage("column b has the number " + x);
    }
  }

  @Test
  void aCrossHasACategoryOfEachColumn() {
    CrossKeys cross = new FeatureKeys().cross(List.of("a", "b"));
    assertThatThrownBy(() -> cross.start().category(1).key())
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> cross.start().missing().nan().category(1))
        .isInstanceOf(IllegalStateException.class);
    assertThat(cross.start().missing().nan().key()).isEqualTo(cross.start().missing().nan().key());
  }
}
