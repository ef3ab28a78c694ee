package trainer.core.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import trainer.core.random.SplitMix64;

class ExactSumTest {
  private final SplitMix64 random = new SplitMix64(5);

  @Test
  void sumsAreTheSameInAnyOrderAndGrouping() {
    double[] values = new double[200];
    for (int i = 0; i < values.length; i++) {
      values[i] = Math.scalb(random.next() * 0x1p-63, random.below(50));
    }
    ExactSum forwards = ExactSum.ZERO;
    ExactSum backwards = ExactSum.ZERO;
    ExactSum even = ExactSum.ZERO;
    ExactSum odd = ExactSum.ZERO;
    for (int i = 0; i < values.length; i++) {
      forwards = forwards.plus(ExactSum.of(values[i]));
      backwards = backwards.plus(ExactSum.of(values[values.length - 1 - i]));
      even = i % 2 == 0 ? even.plus(ExactSum.of(values[i])) : even;
      odd = i % 2 == 1 ? odd.plus(ExactSum.of(values[i])) : odd;
    }
    assertThat(backwards).isEqualTo(forwards);
    assertThat(even.plus(odd)).isEqualTo(forwards).isEqualTo(odd.plus(even));
  }

  @Test
  void isTheSumOfTheRoundedValues() {
    BigDecimal expected = BigDecimal.ZERO;
    ExactSum sum = ExactSum.ZERO;
    for (int i = 0; i < 1000; i++) {
      double value = Math.scalb((double) (random.next() >> 11), -24 - random.below(29));
      sum = sum.plus(ExactSum.of(value));
      double rounded = Math.scalb(Math.rint(Math.scalb(value, 24)), -24);
      expected = expected.add(new BigDecimal(rounded));
    }
    assertThat(sum.toDouble())
        .isEqualTo(expected.doubleValue(), within(Math.abs(expected.doubleValue()) * 1e-15));
  }

  @Test
  void keepsSmallAndLargeValuesTogether() {
    ExactSum sum = ExactSum.of(ExactSum.MOST).plus(ExactSum.of(0x1p-24));
    assertThat(sum.plus(ExactSum.of(-ExactSum.MOST)).toDouble()).isEqualTo(0x1p-24);
    assertThat(ExactSum.of(-0.25).toDouble()).isEqualTo(-0.25);
    assertThat(ExactSum.of(3).toDouble()).isEqualTo(3);
  }

  @Test
  void refusesWhatItCannotHold() {
    for (double value : new double[] {Double.NaN, 1e18, -1e18, Double.POSITIVE_INFINITY}) {
      assertThatThrownBy(() -> ExactSum.of(value)).isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> new ExactSum(0, -1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new ExactSum(0, 1L << 40))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
