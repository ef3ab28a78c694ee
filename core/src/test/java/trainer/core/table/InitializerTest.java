package trainer.core.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.function.DoublePredicate;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class InitializerTest {
  private static final int ROWS = 20_000;
  private static final int WIDTH = 5;

  private static float[] rows(Initializer initializer, long seed, String table) {
    TableSpec spec = new TableSpec(table, WIDTH, initializer, true, 20).seeded(seed);
    float[] values = new float[ROWS * WIDTH];
    for (int row = 0; row < ROWS; row++) {
      spec.initializer().fill(row, values, row * WIDTH, WIDTH);
    }
    return values;
  }

  private static double mean(float[] values, DoubleUnaryOperator of) {
    return IntStream.range(0, values.length)
        .mapToDouble(i -> of.applyAsDouble(values[i]))
        .average()
        .orElseThrow();
  }

  private static double part(float[] values, DoublePredicate that) {
    return mean(values, value -> that.test(value) ? 1 : 0);
  }

  @Test
  void uniformValuesAreEvenlySpread() {
    float[] values = rows(Initializer.uniform(0.5f), 1, "factors");
    for (int tenth = -5; tenth < 5; tenth++) {
      double from = tenth / 10.0;
      assertThat(part(values, v -> v >= from && v < from + 0.1)).isCloseTo(0.1, within(0.004));
    }
    assertThat(part(values, v -> Math.abs(v) > 0.5)).isZero();
  }

  @Test
  void oneValueMayBeZeroAndTheOthersSpread() {
    float[] values = rows(Initializer.zeroThenUniform(0.5f), 1, "factors");
    float[] uniform = rows(Initializer.uniform(0.5f), 1, "factors");
    for (int i = 0; i < values.length; i++) {
      assertThat(values[i]).isEqualTo(i % WIDTH == 0 ? 0f : uniform[i]);
    }
  }

  @Test
  void normalValuesHaveTheMomentsAndTailsOfTheDistribution() {
    float[] values = rows(Initializer.normal(0.01f), 1, "factors");
    assertThat(mean(values, v -> v / 0.01)).isCloseTo(0, within(0.013));
    assertThat(mean(values, v -> v * v / 1e-4)).isCloseTo(1, within(0.02));
    assertThat(mean(values, v -> v * v * v * v / 1e-8)).isCloseTo(3, within(0.15));
    assertThat(part(values, v -> Math.abs(v) < 0.01)).isCloseTo(0.6827, within(0.006));
    assertThat(part(values, v -> Math.abs(v) > 0.03)).isCloseTo(0.0027, within(0.0007));
  }

  @Test
  void glorotKeepsTheVarianceOfALayer() {
    assertThat(Initializer.glorot(100, 50)).isEqualTo(Initializer.uniform(0.2f));
    assertThatThrownBy(() -> Initializer.glorot(0, 3)).hasMessageContaining("0 inputs");
  }

  @Test
  void valuesOfKeysColumnsTablesAndSeedsHaveNothingInCommon() {
    Initializer normal = Initializer.normal(1);
    float[] values = rows(normal, 1, "factors");
    Set<Float> distinct = new HashSet<>();
    for (float value : values) {
      distinct.add(value);
    }
    assertThat(distinct).hasSizeGreaterThan(values.length * 99 / 100);
    for (float[] other :
        new float[][] {
          rows(normal, 2, "factors"),
          rows(normal, 1, "factor"),
          Arrays.copyOfRange(values, 1, values.length),
          Arrays.copyOfRange(values, WIDTH, values.length)
        }) {
      double products = 0;
      for (int i = 0; i < other.length; i++) {
        products += values[i] * other[i];
      }
      assertThat(products / other.length).isCloseTo(0, within(0.013));
    }
  }

  /** They are in no file, so they must never change. */
  @Test
  void valuesAreThoseOfEveryRelease() {
    TableSpec spec = new TableSpec("factors", 3, Initializer.normal(1), true, 20).seeded(7);
    float[] row = new float[3];
    spec.initializer().fill(-1, row, 0, 3);
    assertThat(row).containsExactly(0.9463637f, -0.4088242f, -0.88895005f);
    assertThat(spec.initializer().isIn(-1, row, 0, 3)).isTrue();
    row[2] = Math.nextUp(row[2]);
    assertThat(spec.initializer().isIn(-1, row, 0, 3)).isFalse();
  }

  @Test
  void zeroHasNoSeedAndMinusZeroIsZero() {
    assertThat(Initializer.ZERO.seeded(5, "weights")).isEqualTo(Initializer.ZERO);
    assertThat(Initializer.ZERO.isIn(3, new float[] {-0f, 0f}, 0, 2)).isTrue();
  }

  @Test
  void scalesThatAreNoneAreRefused() {
    for (float scale : new float[] {0, -1, Float.NaN, Float.POSITIVE_INFINITY, 1e31f}) {
      assertThatThrownBy(() -> Initializer.normal(scale)).hasMessageContaining("NORMAL");
    }
  }
}
