package trainer.worker.score;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import trainer.core.config.Keys;
import trainer.core.input.Labels;
import trainer.worker.output.FileFormat;
import trainer.worker.output.RowBytes;

class CsvOutputTest {
  private static String file(OutputColumns columns, Object[]... rows) throws IOException {
    OutputFormat format = OutputFormat.of(Keys.ScoreFormat.CSV, columns);
    RowBytes bytes = new RowBytes();
    for (Object[] row : rows) {
      format.encode((String[]) row[0], (float[]) row[1], bytes);
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (FileFormat.Writer writer = format.begin(out)) {
      writer.append(bytes);
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  private static Object[] row(String[] kept, float... outputs) {
    return new Object[] {kept, outputs};
  }

  @Test
  void quotesOnlyTextsThatNeedIt() throws IOException {
    OutputColumns columns = OutputColumns.of(List.of("id", "a,b"), Labels.BINARY, List.of("score"));
    assertThat(
            file(
                columns,
                row(new String[] {"Łódź", "New York, NY"}, 0.5f),
                row(new String[] {"say \"x\"", "two\nlines"}, 0.1f),
                row(new String[] {" padded ", "cr\r"}, 1f)))
        .isEqualTo(
            "id,\"a,b\",score\n"
                + "Łódź,\"New York, NY\",0.5\n"
                + "\"say \"\"x\"\"\",\"two\nlines\",0.1\n"
                + "\" padded \",\"cr\r\",1.0\n");
  }

  @Test
  void anOutputWithTheNameOfAKeptColumnGetsAnUnderscore() {
    List<String> outputs = List.of("price", "price_", "tax");
    assertThat(new OutputColumns(List.of("id", "Price"), outputs, false).names())
        .containsExactly("id", "Price", "price__", "price_", "tax");
  }

  @Test
  void tellsNullFromAnEmptyText() throws IOException {
    OutputColumns columns = OutputColumns.of(List.of("a", "b"), Labels.BINARY, List.of("score"));
    assertThat(file(columns, row(new String[] {null, ""}, 0f))).endsWith("\n,\"\",0.0\n");
  }

  @Test
  void writesAClassAsAWholeNumber() throws IOException {
    OutputColumns columns =
        OutputColumns.of(List.of(), Labels.classes(2), List.of("class", "score_0", "score_1"));
    assertThat(file(columns, row(new String[0], 1f, 0.25f, 0.75f)))
        .isEqualTo("class,score_0,score_1\n1,0.25,0.75\n");
  }

  /** Java before 19 has 2.24E-44 for the last one. */
  @Test
  void writesTheShortestDecimalOfEachNumber() throws IOException {
    OutputColumns columns = OutputColumns.of(List.of(), Labels.NUMBERS, List.of("score"));
    for (int bits = 1; Float.isFinite(Float.intBitsToFloat(bits)); bits += 9_999_991) {
      float value = Float.intBitsToFloat(bits);
      String text = file(columns, row(new String[0], value)).lines().skip(1).findFirst().get();
      assertThat(Float.parseFloat(text)).isEqualTo(value);
    }
    assertThat(file(columns, row(new String[0], Float.intBitsToFloat(0x10))))
        .endsWith("\n2.2E-44\n");
  }
}
