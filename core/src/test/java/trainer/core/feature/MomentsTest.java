package trainer.core.feature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

class MomentsTest {
  private static final MathContext DIGITS = new MathContext(60);

  private static Moments of(List<Double> numbers) {
    MomentSums sums = new MomentSums();
    numbers.forEach(sums::add);
    return sums.moments();
  }

  /** Of every magnitude there is, and both signs. */
  private static double any(Random random) {
    double value = Double.longBitsToDouble(random.nextLong());
    return Double.isFinite(value) ? value : 0;
  }

  private static List<Double> numbers(Random random, int most, ToDoubleFunction<Random> next) {
    List<Double> numbers = new ArrayList<>();
    for (int i = random.nextInt(most); i >= 0; i--) {
      numbers.add(next.applyAsDouble(random));
    }
    return numbers;
  }

  private static ToDoubleFunction<Random> kind(int round) {
    return switch (round % 4) {
      case 0 -> MomentsTest::any;
      case 1 -> Random::nextGaussian;
      case 2 -> random -> 1e9 + random.nextInt(3);
      default -> random -> random.nextInt(10) - 5;
    };
  }

  @Test
  void areEqualInAnyOrderAndForAnySplit() {
    Random random = new Random(3);
    for (int round = 0; round < 400; round++) {
      List<Double> numbers = numbers(random, 60, kind(round));
      Moments whole = of(numbers);
      Collections.shuffle(numbers, random);
      Moments parts = Moments.NONE;
      for (int from = 0; from < numbers.size(); ) {
        int to = from + 1 + random.nextInt(numbers.size() - from);
        parts = of(numbers.subList(from, to)).plus(parts);
        from = to;
      }
      assertThat(parts).isEqualTo(whole);
      assertThat(Standardisation.of(parts)).isEqualTo(Standardisation.of(whole));
    }
  }

  @Test
  void areTheSumsThatExactDecimalsGive() {
    Random random = new Random(4);
    BigDecimal unit = new BigDecimal(Double.MIN_VALUE);
    for (int round = 0; round < 200; round++) {
      List<Double> numbers = numbers(random, 20, kind(round));
      BigDecimal sum = BigDecimal.ZERO;
      BigDecimal squares = BigDecimal.ZERO;
      for (double x : numbers) {
        sum = sum.add(new BigDecimal(x));
        squares = squares.add(new BigDecimal(x).pow(2));
      }
      Moments moments = of(numbers);
      assertThat(new BigDecimal(moments.sum()).multiply(unit)).isEqualByComparingTo(sum);
      assertThat(new BigDecimal(moments.squares()).multiply(unit.pow(2)))
          .isEqualByComparingTo(squares);
    }
  }

  @Test
  void meanAndDeviationAreWithinOneUnitInTheLastPlace() {
    Random random = new Random(5);
    for (int round = 0; round < 200; round++) {
      List<Double> numbers = numbers(random, 20, kind(round));
      BigDecimal count = BigDecimal.valueOf(numbers.size());
      BigDecimal sum = numbers.stream().map(BigDecimal::new).reduce(BigDecimal::add).orElseThrow();
      BigDecimal mean = sum.divide(count, DIGITS);
      BigDecimal spread = BigDecimal.ZERO;
      for (double x : numbers) {
        spread = spread.add(new BigDecimal(x).multiply(count).subtract(sum).pow(2));
      }
      BigDecimal deviation =
          spread.divide(count.pow(3), new MathContext(120)).sqrt(new MathContext(60));
      Moments moments = of(numbers);
      checkNear(moments.mean(), mean);
      checkNear(moments.deviation(), deviation);
    }
  }

  private static void checkNear(double found, BigDecimal exact) {
    BigDecimal error = new BigDecimal(found).subtract(exact).abs();
    assertThat(error)
        .as("%s, exactly %s", found, exact)
        .isLessThanOrEqualTo(new BigDecimal(Math.ulp(found)));
  }

  @Test
  void smallDifferencesOfLargeNumbersAreKept() {
    Moments moments = of(List.of(1e15 + 1, 1e15 + 2, 1e15 + 3, 1e15 + 4));
    assertThat(moments.mean()).isEqualTo(1e15 + 2.5);
    assertThat(moments.deviation()).isEqualTo(Math.sqrt(1.25));
  }

  @Test
  void thereIsNoLimitOfRange() {
    double most = Double.MAX_VALUE;
    assertThat(of(List.of(most, most, -most, -most)).deviation()).isEqualTo(most);
    double least = Double.MIN_VALUE;
    assertThat(of(List.of(least, -least)).deviation()).isEqualTo(least);
    assertThat(of(List.of(1e-300, 1.0, 1e300, -1e300, -1.0, -1e-300)).mean()).isZero();
  }

  @Test
  void aConstantColumnHasItsConstantAsMeanAndNoDeviation() {
    for (double constant : new double[] {0.1, -7, 1e-310, 1e308, 0}) {
      Moments moments = of(Collections.nCopies(37, constant));
      assertThat(moments.mean()).isEqualTo(constant);
      assertThat(moments.deviation()).isZero();
      assertThat(Standardisation.of(moments).apply(constant)).isZero();
      assertThat(new Standardisation(3, 0).apply(5)).isEqualTo(2);
    }
  }

  @Test
  void anEmptyColumnIsLeftAsItIs() {
    assertThat(new MomentSums().moments()).isEqualTo(Moments.NONE);
    assertThat(Standardisation.of(Moments.NONE)).isEqualTo(Standardisation.NONE);
    assertThat(Standardisation.NONE.apply(0.1)).isEqualTo(0.1);
  }

  @Test
  void impossibleMomentsAndNumbersAreRefused() {
    BigInteger two = BigInteger.TWO;
    assertThatThrownBy(() -> new Moments(-1, BigInteger.ZERO, BigInteger.ZERO))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Moments(1, two, two)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Moments(0, BigInteger.ZERO, BigInteger.ONE.negate()))
        .isInstanceOf(IllegalArgumentException.class);
    for (double x : new double[] {Double.NaN, Double.POSITIVE_INFINITY, -1 / 0.0}) {
      MomentSums sums = new MomentSums();
      assertThatThrownBy(() -> sums.add(x)).isInstanceOf(IllegalArgumentException.class);
      assertThat(sums.moments()).isEqualTo(Moments.NONE);
      assertThatThrownBy(() -> new Standardisation(x, 1))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> new Standardisation(1, x))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> new Standardisation(0, -1))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
