package trainer.core.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NormalTest {
  /** √2·erfinv(2q), to 40 digits by mpmath. */
  @ParameterizedTest
  @CsvSource({
    "0.1, 0.25334710313579981317",
    "0.25, 0.6744897501960817432",
    "0.425, 1.4395314709384558369",
    "0.43, 1.4757910281791706856",
    "0.4999, 3.7190164854557083867",
    "0.49999999999, 6.7060231434147472662",
    "0.4999999999999716, 7.5151552941589075804"
  })
  void quantilesAreThoseOfTheDistribution(double q, double x) {
    double slope = Math.exp(x * x / 2) * 2.51; // of the quantile: what the last bit of q amounts to
    assertThat(Normal.quantile(q)).isCloseTo(x, within(1e-15 * (1 + x) + slope * Math.ulp(q)));
    assertThat(Normal.quantile(-q)).isEqualTo(-Normal.quantile(q));
  }

  @Test
  void quantilesRiseAcrossTheRangesTheyAreComputedIn() {
    double last = 0;
    for (double q = 0; q < 0.5; q += 0x1p-16) {
      assertThat(Normal.quantile(q)).isGreaterThanOrEqualTo(last);
      last = Normal.quantile(q);
    }
    assertThat(Normal.quantile(0.5 - 0x1p-53)).isBetween(8.2, 8.3);
  }
}
