package trainer.core.feature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BoundsTest {
  @Test
  void aBoundBelongsToTheBucketAboveIt() {
    Bounds bounds = new Bounds(1, 5, 20);
    assertThat(bounds.buckets()).isEqualTo(4);
    assertThat(bounds.bucketOf(-1e300)).isZero();
    assertThat(bounds.bucketOf(Math.nextDown(1))).isZero();
    assertThat(bounds.bucketOf(1)).isEqualTo(1);
    assertThat(bounds.bucketOf(5)).isEqualTo(2);
    assertThat(bounds.bucketOf(19.9)).isEqualTo(2);
    assertThat(bounds.bucketOf(20)).isEqualTo(3);
    assertThat(bounds.bucketOf(1e300)).isEqualTo(3);
  }

  @Test
  void aBucketIsTheNumberOfBoundsNotAboveTheNumber() {
    Random random = new Random(9);
    for (int round = 0; round < 2000; round++) {
      double[] bounds =
          random
              .ints(1 + random.nextInt(20), -50, 50)
              .distinct()
              .sorted()
              .asDoubleStream()
              .toArray();
      double x = random.nextInt(220) / 2.0 - 55;
      assertThat(new Bounds(bounds).bucketOf(x))
          .isEqualTo((int) Arrays.stream(bounds).filter(bound -> bound <= x).count());
    }
  }

  @Test
  void bothZerosAreOneBound() {
    assertThat(new Bounds(-0.0)).isEqualTo(new Bounds(0)).hasSameHashCodeAs(new Bounds(0));
    assertThat(new Bounds(0).bucketOf(-0.0)).isEqualTo(1);
    assertThat(new Bounds(-2.5, 1, 1e300)).hasToString("-2.5;1;1E+300");
  }

  @Test
  void boundsThatDoNotAscendAreRefused() {
    double[][] wrong = {{}, {1, 1}, {2, 1}, {-0.0, 0}, {Double.NaN}, {1, 1 / 0.0}, {-1 / 0.0}};
    for (double[] bounds : wrong) {
      assertThatThrownBy(() -> new Bounds(bounds)).isInstanceOf(IllegalArgumentException.class);
    }
  }
}
