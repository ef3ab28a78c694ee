package trainer.data.format.orc;

import static org.assertj.core.api.Assertions.assertThat;
import static trainer.data.Failing.fails;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trainer.core.failure.FailureKind;
import trainer.data.Input;

/** The columns of ORC that scoring copies to its output. */
class KeptOrcTest {
  private static final String SCHEMA =
      "label:int,id:bigint,size:float,pay:double,price:decimal(9,2),sum:decimal(38,3),city:string,"
          + "code:char(4),open:boolean,small:tinyint,raw:binary";
  private static final String ALL = "id,size,pay,price,sum,city,code,open,small,label";
  private static final long LARGE = (1L << 53) + 1;

  @TempDir private Path folder;

  private Input input(String features, String kept) {
    return new Input(folder).with("trainer.features", features).with("trainer.score.keep", kept);
  }

  private static Object[] row(int i) {
    boolean isNull = i % 3 == 2;
    return new Object[] {
      i % 2,
      isNull ? null : LARGE + i,
      i / 8f,
      isNull ? null : i * 0.1,
      price(i),
      isNull ? null : sum(i),
      "Zürich " + i % 20,
      "c" + i % 7,
      isNull ? null : i % 2 == 0,
      i % 100 - 50,
      null
    };
  }

  private static String price(int i) {
    return (i % 50) + ".2" + (i % 9 + 1);
  }

  private static String sum(int i) {
    return "-1234567890123456789012345678901" + (i % 10) + ".12" + (i % 9 + 1);
  }

  private static List<String> expected(int i) {
    boolean isNull = i % 3 == 2;
    return Arrays.asList(
        isNull ? null : String.valueOf(LARGE + i),
        real(i / 8.0),
        isNull ? null : real(i * 0.1),
        price(i),
        isNull ? null : sum(i),
        "Zürich " + i % 20,
        "c" + i % 7,
        isNull ? null : String.valueOf(i % 2 == 0),
        String.valueOf(i % 100 - 50),
        String.valueOf(i % 2));
  }

  private static String real(double x) {
    String text = String.valueOf(x);
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }

  private void write(Map<String, String> options) throws IOException {
    try (OrcRows rows = new OrcRows(folder.resolve("a.orc"), SCHEMA, options)) {
      for (int i = 0; i < 2500; i++) {
        rows.row(row(i));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"NONE, 0.12, true", "ZLIB, 0.12, false", "ZSTD, 0.11, true"})
  void keptValuesHaveAllDigitsAndStayTheSameFeatures(
      String codec, String version, boolean hasDictionary) throws IOException {
    write(OrcRows.options(codec, version, hasDictionary));
    for (String features :
        List.of(
            "size:raw",
            "id:raw,size:raw,pay:raw,price:raw,sum:raw,city:category,open:raw,small:raw",
            "id:category,id:bucket(1e16),price:bucket(13),sum:category,open*city*id",
            "id:category,code:category,city*small")) {
      Input input = input(features, ALL);
      List<List<String>> kept = input.kept();
      assertThat(kept).hasSize(2500);
      for (int i = 0; i < kept.size(); i++) {
        assertThat(kept.get(i)).as("row %s", i).isEqualTo(expected(i));
      }
      assertThat(input.read()).isEqualTo(input(features, "").read());
    }
  }

  @Test
  void aFolderIsKeptAsAColumn() throws IOException {
    Files.createDirectories(folder.resolve("dt=2026"));
    try (OrcRows rows = new OrcRows(folder.resolve("dt=2026/a.orc"), SCHEMA, Map.of())) {
      rows.row(row(0));
    }
    assertThat(input("size:raw", "city,dt").kept()).containsExactly(List.of("Zürich 0", "2026"));
  }

  @Test
  void aColumnThatIsNotThereOrNotReadIsRefused() throws IOException {
    write(Map.of());
    fails(FailureKind.INPUT_BAD_FILE, input("size:raw", "citi")::read)
        .contains("trainer.score.keep names column 'citi'", "did you mean 'city'?", "label, id");
    fails(FailureKind.INPUT_BAD_FILE, input("size:raw", "raw")::read)
        .contains("column 'raw' is BINARY, which is not read");
  }
}
