package trainer.data.format.libsvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DecimalParserTest {
  private final DecimalParser parser = new DecimalParser();

  @Test
  void parsesRandomNumbersAsTheJdkDoes() {
    long seed = 7;
    Random random = new Random(seed);
    for (int i = 0; i < 200_000; i++) {
      float value = Float.intBitsToFloat(random.nextInt());
      if (Float.isFinite(value)) {
        check(Float.toString(value), seed);
      }
      check(String.format(Locale.ROOT, "%.4f", random.nextGaussian() * 100), seed);
      // Decimals just at, below and above the middle of two floats.
      float low = Math.abs(random.nextInt(1 << 24)) / 64f;
      double middle = (low + (double) Math.nextUp(low)) / 2;
      check(new java.math.BigDecimal(middle).toPlainString(), seed);
      check(new java.math.BigDecimal(middle).toPlainString() + "1", seed);
    }
  }

  @Test
  void parsesTheEdges() {
    for (String text :
        List.of(
            "0",
            "-0",
            "1",
            ".5",
            "5.",
            "-.5",
            "1e5",
            "1E-5",
            "00001",
            "16777217",
            "1e-45",
            "7e-46",
            "3.4028235e38",
            "9007199254740993",
            "123456789012345678901234567890",
            "1.17549435E-38",
            "0.00000000000000000000000000000000000000000000001",
            "16777217.0000000000001")) {
      check(text, 0);
    }
  }

  private void check(String text, long seed) {
    byte[] bytes = ("x" + text + "\n").getBytes(StandardCharsets.US_ASCII);
    assertThat(Float.floatToRawIntBits(parser.parse(bytes, 1)))
        .as("%s (seed %s)", text, seed)
        .isEqualTo(Float.floatToRawIntBits(Float.parseFloat(text)));
    assertThat(parser.end()).isEqualTo(text.length() + 1);
  }
}
