package trainer.data.format.csv;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CsvParserTest {
  private static final String[] PIECES = {
    "a",
    "",
    "\"\"",
    "\"x\"",
    "\"a,b\"",
    "\"a\nb\"",
    "\"a\r\nb\"",
    "\"say \"\"hi\"\"\"",
    "\"\"\"\"",
    "x\"y",
    "12345678",
    "-0.5",
    "a longer field of some words",
    "ünïcödé €",
    " padded ",
    "\"\"\"a\"\"\"",
    "'",
    "\t"
  };

  private static List<List<String>> parsed(String text, CsvDialect dialect) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    byte[] buffer = Arrays.copyOf(bytes, bytes.length + CsvParser.SPARE);
    CsvParser parser = new CsvParser(dialect);
    parser.begin(buffer, 0, bytes.length);
    List<List<String>> records = new ArrayList<>();
    while (parser.next()) {
      assertThat(parser.openQuote()).isNegative();
      assertThat(parser.strayText()).isNegative();
      records.add(fields(parser, buffer));
    }
    return records;
  }

  private static List<String> fields(CsvParser parser, byte[] buffer) {
    List<String> fields = new ArrayList<>();
    for (int i = 0; i < parser.fields(); i++) {
      int end = parser.end(i);
      int start = parser.start(i);
      fields.add(new String(buffer, start, end - start, StandardCharsets.UTF_8));
    }
    return fields;
  }

  private static List<List<String>> parsed(String text) {
    return parsed(text, CsvDialect.COMMA);
  }

  @Test
  void readsFieldsQuotesAndLineEnds() {
    assertThat(parsed("a,b\n1,\"2,3\"\r\n\"say \"\"hi\"\"\",\"two\nlines\"\n,\"\"\nlast,"))
        .containsExactly(
            List.of("a", "b"),
            List.of("1", "2,3"),
            List.of("say \"hi\"", "two\nlines"),
            List.of("", ""),
            List.of("last", ""));
  }

  @Test
  void blankLinesAreNoRecords() {
    assertThat(parsed("\n\r\na\n\n\"\"\n\nb"))
        .containsExactly(List.of("a"), List.of(""), List.of("b"));
    assertThat(parsed("")).isEmpty();
    assertThat(parsed("\n\n")).isEmpty();
  }

  @Test
  void anEmptyFieldIsTextOnlyInQuotes() {
    byte[] buffer = Arrays.copyOf(",\"\",x,\"y\"".getBytes(StandardCharsets.UTF_8), 99);
    CsvParser parser = new CsvParser(CsvDialect.COMMA);
    parser.begin(buffer, 0, 9);
    assertThat(parser.next()).isTrue();
    assertThat(parser.fields()).isEqualTo(4);
    assertThat(parser.isQuoted(0)).isFalse();
    assertThat(parser.isQuoted(1)).isTrue();
    assertThat(parser.isQuoted(2)).isFalse();
    assertThat(parser.isQuoted(3)).isTrue();
  }

  @Test
  void otherDelimitersAndQuotes() {
    CsvDialect dialect = new CsvDialect((byte) '\t', (byte) '\'');
    assertThat(parsed("a,b\t'c\t''d'\t\"e\"\n", dialect))
        .containsExactly(List.of("a,b", "c\t'd", "\"e\""));
  }

  /** The text in a quote that nothing closes is not taken for records. */
  @ParameterizedTest
  @ValueSource(strings = {"\"", "\"a\nb,c\nd", "\"\"\"", "\"a\"\"\n", "\"12345678901234567890"})
  void reportsAQuoteThatNothingCloses(String rest) {
    String text = "x,y\nz," + rest;
    byte[] buffer = Arrays.copyOf(text.getBytes(StandardCharsets.UTF_8), 99);
    CsvParser parser = new CsvParser(CsvDialect.COMMA);
    parser.begin(buffer, 0, text.length());
    assertThat(parser.next()).isTrue();
    assertThat(parser.openQuote()).isNegative();
    assertThat(parser.next()).isTrue();
    assertThat(parser.openQuote()).isEqualTo(6);
    assertThat(parser.isComplete()).isFalse();
    assertThat(parser.next()).isFalse();
  }

  @Test
  void reportsTextBehindAClosingQuoteAndGoesOn() {
    String text = "\"a\"b,c\n1,\"x\" ,\"y\"z\nok,ok\n";
    byte[] buffer = Arrays.copyOf(text.getBytes(StandardCharsets.UTF_8), 99);
    CsvParser parser = new CsvParser(CsvDialect.COMMA);
    parser.begin(buffer, 0, text.length());
    assertThat(parser.next()).isTrue();
    assertThat(parser.strayText()).isEqualTo(3);
    assertThat(parser.next()).isTrue();
    assertThat(parser.strayText()).isEqualTo(12);
    assertThat(parser.fields()).isEqualTo(3);
    assertThat(parser.next()).isTrue();
    assertThat(parser.strayText()).isNegative();
    assertThat(parser.start()).isEqualTo(text.indexOf("ok"));
    assertThat(parser.position()).isEqualTo(text.length());
  }

  @Test
  void agreesWithFastCsv() {
    for (int seed = 0; seed < 3000; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      StringBuilder text = new StringBuilder();
      int records = random.nextInt(12);
      for (int r = 0; r < records; r++) {
        int fields = 1 + random.nextInt(6);
        for (int f = 0; f < fields; f++) {
          text.append(f == 0 ? "" : ",").append(PIECES[random.nextInt(PIECES.length)]);
        }
        boolean isLast = r == records - 1;
        text.append(isLast && random.nextBoolean() ? "" : random.nextBoolean() ? "\n" : "\r\n");
      }
      List<List<String>> wanted =
          CsvReader.builder()
              .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
              .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
              .ofCsvRecord(text.toString())
              .stream()
              .map(record -> List.copyOf(record.getFields()))
              .toList();
      assertThat(parsed(text.toString())).as("seed %s: %s", seed, text).isEqualTo(wanted);
    }
  }

  /** Arbitrary bytes neither throw nor loop, and every byte belongs to a record or a blank line. */
  @Test
  void arbitraryTextIsPartedCompletely() {
    byte[] alphabet = "a,,,\"\"\"\n\r\n1é".getBytes(StandardCharsets.UTF_8);
    for (int seed = 0; seed < 20_000; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      int length = random.nextInt(40);
      byte[] buffer = new byte[length + CsvParser.SPARE + random.nextInt(9)];
      for (int i = 0; i < buffer.length; i++) {
        buffer[i] = alphabet[random.nextInt(alphabet.length)];
      }
      CsvParser parser = new CsvParser(CsvDialect.COMMA);
      parser.begin(buffer, 0, length);
      int next = 0;
      while (parser.next()) {
        assertThat(parser.start()).as("seed %s", seed).isGreaterThanOrEqualTo(next);
        for (int i = 0; i < parser.fields(); i++) {
          assertThat(parser.start(i)).isBetween(parser.start(), length);
          assertThat(parser.end(i)).isBetween(parser.start(i), length);
        }
        assertThat(parser.position()).isGreaterThan(parser.start());
        next = parser.position();
      }
      assertThat(parser.position()).isEqualTo(length);
    }
  }
}
