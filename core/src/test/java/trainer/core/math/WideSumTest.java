package trainer.core.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WideSumTest {
  private static WideSum sum(List<Double> values) {
    WideSum sum = new WideSum();
    values.forEach(sum::add);
    return sum;
  }

  /** Of every magnitude there is, and both signs. */
  private static double any(Random random) {
    double value = Double.longBitsToDouble(random.nextLong());
    return Double.isFinite(value) ? value : 0;
  }

  @Test
  void isTheSumThatExactDecimalsGive() {
    Random random = new Random(1);
    for (int round = 0; round < 300; round++) {
      List<Double> values = new ArrayList<>();
      BigDecimal exact = BigDecimal.ZERO;
      for (int i = random.nextInt(20); i >= 0; i--) {
        double value = round % 2 == 0 ? any(random) : random.nextGaussian();
        values.add(value);
        exact = exact.add(new BigDecimal(value));
      }
      assertThat(WideSum.toDouble(sum(values).units())).isEqualTo(exact.doubleValue());
    }
  }

  @Test
  void isTheSameInAnyOrderAndPutTogetherOfAnyParts() {
    Random random = new Random(2);
    for (int round = 0; round < 100; round++) {
      List<Double> values = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        values.add(any(random));
      }
      BigInteger units = sum(values).units();
      Collections.shuffle(values, random);
      int cut = random.nextInt(values.size());
      BigInteger parts =
          sum(values.subList(0, cut)).units().add(sum(values.subList(cut, 50)).units());
      assertThat(parts).isEqualTo(units);
    }
  }

  @Test
  void nothingIsLostThatDoublesWouldLose() {
    WideSum sum = new WideSum();
    sum.add(1e300);
    sum.add(Double.MIN_VALUE);
    sum.add(-1e300);
    assertThat(WideSum.toDouble(sum.units())).isEqualTo(Double.MIN_VALUE);
    sum.add(-Double.MIN_VALUE);
    assertThat(sum.units()).isEqualTo(BigInteger.ZERO);
  }

  @Test
  void roundsOnceAndTiesToEven() {
    WideSum sum = new WideSum();
    sum.add(1);
    sum.add(0x1p-53);
    assertThat(WideSum.toDouble(sum.units())).isEqualTo(1);
    sum.add(Double.MIN_VALUE);
    assertThat(WideSum.toDouble(sum.units())).isEqualTo(1 + 0x1p-52);
  }

  @Test
  void sumsBeyondAllDoublesAreInfinite() {
    WideSum sum = new WideSum();
    sum.add(-Double.MAX_VALUE);
    sum.add(-Double.MAX_VALUE);
    assertThat(WideSum.toDouble(sum.units())).isEqualTo(Double.NEGATIVE_INFINITY);
    sum.add(Double.MAX_VALUE);
    assertThat(WideSum.toDouble(sum.units())).isEqualTo(-Double.MAX_VALUE);
  }

  @Test
  void whatIsNoNumberIsRefused() {
    WideSum sum = new WideSum();
    for (double value : new double[] {Double.NaN, Double.POSITIVE_INFINITY, -1 / 0.0}) {
      assertThatThrownBy(() -> sum.add(value)).isInstanceOf(IllegalArgumentException.class);
    }
    assertThat(sum.units()).isEqualTo(BigInteger.ZERO);
  }
}
