package trainer.data.format.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class RealTextTest {
  @Test
  void wholeNumbersHaveNoPoint() {
    assertThat(RealText.of(0)).isEqualTo("0");
    assertThat(RealText.of(-3)).isEqualTo("-3");
    assertThat(RealText.of(0x1p53)).isEqualTo("9007199254740992");
    assertThat(RealText.of(1e20)).isEqualTo("1.0E20");
    assertThat(RealText.of(2.5)).isEqualTo("2.5");
    assertThat(RealText.of(0.1f)).isEqualTo("0.10000000149011612");
  }

  @Test
  void everyTextParsesToTheSameNumber() {
    Random random = new Random(3);
    for (int i = 0; i < 100_000; i++) {
      requireSame(Double.longBitsToDouble(random.nextLong()));
      requireSame(random.nextInt() / 8.0);
      requireSame((double) random.nextLong());
    }
    for (double x : new double[] {-0.0, 1 / 0.0, -1 / 0.0, 0 / 0.0, Double.MIN_VALUE, 0x1p63}) {
      requireSame(x);
    }
  }

  private static void requireSame(double x) {
    String text = RealText.of(x);
    assertThat(Double.doubleToLongBits(Double.parseDouble(text)))
        .as(text)
        .isEqualTo(Double.doubleToLongBits(x));
  }
}
