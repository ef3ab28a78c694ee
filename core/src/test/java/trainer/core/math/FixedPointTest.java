package trainer.core.math;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.junit.jupiter.api.Test;
import trainer.core.random.SplitMix64;

class FixedPointTest {
  private static final int BITS = 20;

  private final SplitMix64 random = new SplitMix64(20261121);

  @Test
  void sumsDoNotDependOnOrder() {
    FixedPoint point = new FixedPoint(BITS, 64);
    for (int trial = 0; trial < 200; trial++) {
      float[] values = new float[64];
      for (int i = 0; i < values.length; i++) {
        values[i] = anyFloat(point);
      }
      assertThat(sum(point, values, random.permutation(values.length)))
          .as("trial %d", trial)
          .isEqualTo(sum(point, values, random.permutation(values.length)));
    }
  }

  @Test
  void noPartialSumOverflowsWhenEveryValueFits() {
    for (int blocks : new int[] {1, 2, 7, 64, 1000}) {
      FixedPoint point = new FixedPoint(BITS, blocks);
      float largest = largestThatFits(point);
      long sum = 0;
      for (int i = 0; i < blocks; i++) {
        sum = Math.addExact(sum, point.round(largest));
      }
      assertThat(sum).isPositive();
      assertThat(point.fits(Math.nextUp(largest))).isFalse();
      assertThat(point.fits(-largest)).isTrue();
      assertThat(point.fits(Math.nextDown(-largest))).isFalse();
    }
  }

  @Test
  void refusesWhatIsNotANumberOrInfinite() {
    FixedPoint point = new FixedPoint(BITS, 8);
    assertThat(point.fits(Float.NaN)).isFalse();
    assertThat(point.fits(Float.POSITIVE_INFINITY)).isFalse();
    assertThat(point.fits(Float.NEGATIVE_INFINITY)).isFalse();
    assertThat(point.fits(Float.MAX_VALUE)).isFalse();
    assertThat(point.fits(0f)).isTrue();
    assertThat(point.fits(-0f)).isTrue();
    assertThat(point.fits(Float.MIN_VALUE)).isTrue();
  }

  @Test
  void breaksTiesToEven() {
    FixedPoint point = new FixedPoint(1, 1);
    assertThat(point.round(0.25f)).isZero();
    assertThat(point.round(0.75f)).isEqualTo(2);
    assertThat(point.round(1.25f)).isEqualTo(2);
    assertThat(point.round(-0.25f)).isZero();
    assertThat(point.round(-0.75f)).isEqualTo(-2);
    assertThat(point.round(Math.nextUp(0.25f))).isEqualTo(1);
  }

  @Test
  void roundsToTheNearestMultiple() {
    FixedPoint point = new FixedPoint(BITS, 8);
    for (int trial = 0; trial < 20_000; trial++) {
      float x = anyFloat(point);
      long exact =
          new BigDecimal(x)
              .multiply(new BigDecimal(1L << BITS))
              .setScale(0, RoundingMode.HALF_EVEN)
              .longValueExact();
      assertThat(point.round(x)).as("%s", x).isEqualTo(exact);
    }
  }

  @Test
  void givesTheNearestFloatOfASum() {
    FixedPoint point = new FixedPoint(BITS, 8);
    for (int trial = 0; trial < 20_000; trial++) {
      long sum = random.next() >> (2 + random.below(61));
      float exact = new BigDecimal(sum).divide(new BigDecimal(1L << BITS)).floatValue();
      assertThat(point.toFloat(sum)).as("%d", sum).isEqualTo(exact);
    }
  }

  @Test
  void doesNotRoundTwiceOnTheWayBack() {
    // 2^60 + 2^36 lies halfway between two floats; 1 more decides, and a double cannot hold it.
    long sum = (1L << 60) + (1L << 36) + 1;
    assertThat(new FixedPoint(0, 1).toFloat(sum)).isEqualTo(Math.nextUp(0x1p60f));
  }

  @Test
  void roundsManyAsEachAlone() {
    for (int blocks : new int[] {1, 64, 1 << 20}) {
      FixedPoint point = new FixedPoint(BITS, blocks);
      float small = Math.scalb(1f, 41 - Integer.numberOfTrailingZeros(blocks) - BITS);
      for (int trial = 0; trial < 20_000; trial++) {
        float[] values = {0f, anyFloat(point), -0f, trial * 0x1p-21f, anyFloat(point), Float.NaN};
        int count = values.length - 1;
        long[] rounded = new long[count];
        if (point.round(values, 0, count, rounded)) {
          for (int i = 0; i < count; i++) {
            assertThat(rounded[i]).as("%s", values[i]).isEqualTo(point.round(values[i]));
          }
        } else {
          assertThat(Math.max(Math.abs(values[1]), Math.abs(values[4]))).isGreaterThan(small);
        }
      }
    }
  }

  @Test
  void doesNotRoundManyOfWhichOneDoesNotFit() {
    for (int blocks : new int[] {1, 7, 1 << 20}) {
      FixedPoint point = new FixedPoint(BITS, blocks);
      for (int bits = 0; bits >= 0; bits += 1 << 16) {
        for (float x : new float[] {Float.intBitsToFloat(bits), -Float.intBitsToFloat(bits)}) {
          if (!point.fits(x)) {
            assertThat(point.round(new float[] {1f, x, 1f}, 1, 2, new long[2]))
                .as("%s", x)
                .isFalse();
          }
        }
      }
    }
  }

  @Test
  void wholeMultiplesPassUnchanged() {
    FixedPoint point = new FixedPoint(BITS, 8);
    for (int i = -(1 << 12); i <= 1 << 12; i++) {
      float x = i * 0x1p-20f;
      assertThat(point.round(x)).isEqualTo(i);
      assertThat(point.toFloat(i)).isEqualTo(x);
    }
  }

  private static long sum(FixedPoint point, float[] values, int[] order) {
    long sum = 0;
    for (int i : order) {
      sum += point.round(values[i]);
    }
    return sum;
  }

  /** Floats of any size that fit, as gradients are not. */
  private float anyFloat(FixedPoint point) {
    float x = Float.intBitsToFloat((int) random.next());
    return point.fits(x) ? x : anyFloat(point);
  }

  private static float largestThatFits(FixedPoint point) {
    int fits = 0;
    int not = Float.floatToIntBits(Float.MAX_VALUE);
    while (not - fits > 1) {
      int middle = (fits + not) >>> 1;
      if (point.fits(Float.intBitsToFloat(middle))) {
        fits = middle;
      } else {
        not = middle;
      }
    }
    return Float.intBitsToFloat(fits);
  }
}
