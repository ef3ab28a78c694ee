package trainer.data.format.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DoubleParserTest {
  private static double parse(String text) {
    byte[] bytes = (",7" + text + "8,").getBytes(StandardCharsets.UTF_8);
    return DoubleParser.parse(bytes, 2, bytes.length - 2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "-0",
        "1",
        "+1",
        "-1",
        "007",
        "1.",
        ".5",
        "-.5",
        "0.1",
        "3.25",
        "1e3",
        "1E-3",
        "-2.5e+10",
        "9007199254740992",
        "9007199254740993",
        "9007199254740993.0",
        "123456789012345678",
        "1234567890123456789",
        "0.0000000000000000000001",
        "0.00000000000000000000001",
        "1e400",
        "-1e400",
        "4.9e-324",
        "2.2250738585072011e-308",
        "1.7976931348623157e308",
        "1e22",
        "1e23"
      })
  void agreesWithTheJdk(String text) {
    assertThat(parse(text)).isEqualTo(Double.parseDouble(text));
    assertThat(parse(" \t" + text + " ")).isEqualTo(Double.parseDouble(text));
  }

  @Test
  void agreesWithTheJdkOnRandomNumbers() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 200_000; i++) {
      long digits = random.nextLong() >>> random.nextInt(64);
      int scale = random.nextInt(30);
      String text =
          switch (i % 3) {
            case 0 -> BigDecimal.valueOf(digits, scale).toPlainString();
            case 1 -> Double.toString(Double.longBitsToDouble(random.nextLong()));
            default -> digits + "e" + (scale - 15);
          };
      double wanted = text.contains("N") ? Double.NaN : Double.parseDouble(text);
      assertThat((Double) parse(text)).as(text).isEqualTo((Double) wanted);
    }
  }

  @Test
  void namesOfNoNumberAndOfInfinity() {
    for (String text : new String[] {"NaN", "nan", "-nan"}) {
      assertThat(parse(text)).isNaN();
    }
    assertThat(parse("Infinity")).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(parse("+inf")).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(parse("-Inf")).isEqualTo(Double.NEGATIVE_INFINITY);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "-",
        "+",
        ".",
        "-.",
        "a",
        "1a",
        "1,5",
        "1 2",
        "0x10",
        "1d",
        "1f",
        "1e",
        "e5",
        "--1",
        "1_000",
        "1.2.3",
        "٣",
        "infinite",
        "1e5f",
        "$5"
      })
  void rejectsWhatIsNoNumber(String text) {
    assertThatThrownBy(() -> parse(text)).isInstanceOf(NumberFormatException.class);
  }

  @Test
  void rejectsNumbersOfAbsurdLength() {
    assertThat(parse("1" + "0".repeat(300))).isEqualTo(1e300);
    assertThatThrownBy(() -> parse("1".repeat(1 << 20))).isInstanceOf(NumberFormatException.class);
  }
}
