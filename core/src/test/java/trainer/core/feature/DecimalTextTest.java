package trainer.core.feature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DecimalTextTest {
  @Test
  void wholeNumbersAreTheirDigits() {
    assertThat(DecimalText.of(0)).isEqualTo("0");
    assertThat(DecimalText.of(-0.0)).isEqualTo("0");
    assertThat(DecimalText.of(-17)).isEqualTo("-17");
    assertThat(DecimalText.of(1e15)).isEqualTo("1000000000000000");
    assertThat(DecimalText.of(0x1p62)).isEqualTo("4611686018427387904");
    assertThat(DecimalText.of(-0x1p62)).isEqualTo("-4611686018427387904");
  }

  @Test
  void otherNumbersAreTheShortestDecimal() {
    assertThat(DecimalText.of(0.1)).isEqualTo("0.1");
    assertThat(DecimalText.of(-2.5)).isEqualTo("-2.5");
    assertThat(DecimalText.of(0x1p63)).isEqualTo("9.223372036854776E+18");
    assertThat(DecimalText.of(Double.parseDouble("2e23"))).isEqualTo("2E+23");
    assertThat(DecimalText.of(1e300)).isEqualTo("1E+300");
    assertThat(DecimalText.of(1.0 / 3)).isEqualTo("0.3333333333333333");
    assertThat(DecimalText.of(Double.MIN_VALUE)).isEqualTo("5E-324");
    assertThat(DecimalText.of(Double.MAX_VALUE)).isEqualTo("1.7976931348623157E+308");
  }

  @Test
  void fractionsReadAsTheSameNumberAndAreNoLongerThanThoseOfTheJdk() {
    Random random = new Random(6);
    for (int round = 0; round < 3000; round++) {
      double x = Double.longBitsToDouble(random.nextLong());
      if (Double.isFinite(x) && !DecimalText.isWhole(x)) {
        String text = DecimalText.of(x);
        assertThat(Double.parseDouble(text)).isEqualTo(x);
        assertThat(new BigDecimal(text).precision())
            .isLessThanOrEqualTo(
                new BigDecimal(Double.toString(x)).stripTrailingZeros().precision());
      }
    }
  }

  @Test
  void numbersThatAreNotFiniteAreRefused() {
    for (double x : new double[] {Double.NaN, Double.POSITIVE_INFINITY, -1 / 0.0}) {
      assertThatThrownBy(() -> DecimalText.of(x)).isInstanceOf(IllegalArgumentException.class);
    }
  }
}
