package trainer.core.math;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import trainer.core.random.SplitMix64;

class ElementaryTest {
  private static final long EXP = -9206252444143156706L;
  private static final long SIGMOID = -1411002703823662521L;
  private static final long LOG1P = 3952541873061095867L;
  private static final long SOFTPLUS = -4591142450829075711L;

  private final SplitMix64 random = new SplitMix64(7);

  @Test
  void expIsAccurateOverItsWholeRange() {
    double worst = 0;
    for (int trial = 0; trial < 200_000; trial++) {
      double x = uniform(-708, 708);
      worst = Math.max(worst, relativeError(Elementary.exp(x), StrictMath.exp(x)));
    }
    assertThat(worst).isLessThan(3e-10);
  }

  @Test
  void expIsAccurateWhereMarginsAre() {
    double worst = 0;
    for (int trial = 0; trial < 200_000; trial++) {
      double x = uniform(-8, 8);
      worst = Math.max(worst, relativeError(Elementary.exp(x), StrictMath.exp(x)));
    }
    assertThat(worst).isLessThan(3e-10);
  }

  @Test
  void expIsExactAtZeroAndDefinedEverywhere() {
    assertThat(Elementary.exp(0)).isEqualTo(1);
    assertThat(Elementary.exp(-0.0)).isEqualTo(1);
    assertThat(Elementary.exp(-709)).isZero();
    assertThat(Elementary.exp(709)).isInfinite();
    assertThat(Elementary.exp(Double.NEGATIVE_INFINITY)).isZero();
    assertThat(Elementary.exp(Double.POSITIVE_INFINITY)).isInfinite();
    assertThat(Elementary.exp(Double.NaN)).isNaN();
    assertThat(Elementary.exp(-708)).isPositive();
    assertThat(Elementary.exp(708)).isFinite();
  }

  @Test
  void sigmoidIsAccurateOnBothSides() {
    double worst = 0;
    for (int trial = 0; trial < 200_000; trial++) {
      double x = uniform(-40, 40);
      worst = Math.max(worst, relativeError(Elementary.sigmoid(x), strictSigmoid(x)));
    }
    assertThat(worst).isLessThan(3e-10);
    assertThat(Elementary.sigmoid(0)).isEqualTo(0.5);
    assertThat(Elementary.sigmoid(1e9)).isEqualTo(1);
    assertThat(Elementary.sigmoid(-1e9)).isZero();
    assertThat(Elementary.sigmoid(Double.NaN)).isNaN();
  }

  @Test
  void log1pIsAccurateBetweenZeroAndOne() {
    double worst = 0;
    for (int trial = 0; trial < 200_000; trial++) {
      double x = StrictMath.pow(uniform(0, 1), 1 + random.below(40));
      worst = Math.max(worst, relativeError(Elementary.log1p(x), StrictMath.log1p(x)));
    }
    assertThat(worst).isLessThan(1e-12);
    assertThat(Elementary.log1p(0)).isZero();
    assertThat(relativeError(Elementary.log1p(1), StrictMath.log(2))).isLessThan(1e-12);
  }

  @Test
  void softplusIsAccurateAndNeverOverflows() {
    double worst = 0;
    for (int trial = 0; trial < 200_000; trial++) {
      double x = uniform(-100, 100);
      double exact = Math.max(x, 0) + StrictMath.log1p(StrictMath.exp(-Math.abs(x)));
      worst = Math.max(worst, relativeError(Elementary.softplus(x), exact));
    }
    assertThat(worst).isLessThan(3e-10);
    assertThat(Elementary.softplus(1e30)).isEqualTo(1e30);
    assertThat(Elementary.softplus(-1e30)).isZero();
    assertThat(Elementary.softplus(Double.NaN)).isNaN();
  }

  /**
   * Models trained elsewhere, or by an older Trainer, depend on every bit. The values were computed
   * by the same formulas in another language.
   */
  @Test
  void bitsAreFixed() {
    assertThat(digest(-30, 30, Elementary::exp)).isEqualTo(EXP);
    assertThat(digest(-30, 30, Elementary::sigmoid)).isEqualTo(SIGMOID);
    assertThat(digest(0, 1, Elementary::log1p)).isEqualTo(LOG1P);
    assertThat(digest(-30, 30, Elementary::softplus)).isEqualTo(SOFTPLUS);
  }

  private interface Function {
    double of(double x);
  }

  private static long digest(double from, double to, Function function) {
    SplitMix64 arguments = new SplitMix64(1);
    long digest = 0;
    for (int i = 0; i < 100_000; i++) {
      double x = from + (to - from) * (arguments.next() >>> 11) * 0x1p-53;
      digest = digest * 31 + Double.doubleToLongBits(function.of(x));
    }
    return digest;
  }

  private static double strictSigmoid(double x) {
    double decay = StrictMath.exp(-Math.abs(x));
    return x >= 0 ? 1 / (1 + decay) : decay / (1 + decay);
  }

  private static double relativeError(double actual, double expected) {
    return expected == 0 ? Math.abs(actual) : Math.abs(actual - expected) / Math.abs(expected);
  }

  private double uniform(double from, double to) {
    return from + (to - from) * (random.next() >>> 11) * 0x1p-53;
  }
}
