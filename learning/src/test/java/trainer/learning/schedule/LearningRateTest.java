package trainer.learning.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import trainer.core.config.Settings;

class LearningRateTest {
  private static final Offset<Float> CLOSE = within(1e-6f);

  private static LearningRate rate(float base, String... settings) {
    Map<String, String> texts = new HashMap<>();
    for (int i = 0; i < settings.length; i += 2) {
      texts.put("trainer." + settings[i], settings[i + 1]);
    }
    return LearningRate.of(base, Settings.of(texts));
  }

  private static LearningRate schedule(String name, String steps, String... more) {
    String[] all = new String[4 + more.length];
    all[0] = "optimizer.schedule";
    all[1] = name;
    all[2] = "optimizer.schedule.steps";
    all[3] = steps;
    System.arraycopy(more, 0, all, 4, more.length);
    return rate(0.5f, all);
  }

  @Test
  void isConstantUnlessAScheduleIsSet() {
    LearningRate constant = rate(0.3f);
    assertThat(constant.isConstant()).isTrue();
    assertThat(constant.at(1)).isEqualTo(0.3f);
    assertThat(constant.at(1L << 40)).isEqualTo(0.3f);
    assertThat(schedule("step", "5").isConstant()).isFalse();
    assertThat(rate(0.3f, "optimizer.warmup-steps", "2").isConstant()).isFalse();
  }

  /** Zhang et al. 2016, equation 6, with as many updates as workers for one of its own. */
  @Test
  void isDividedByTheStalenessInMiniBatchesIfThatIsAskedFor() {
    LearningRate aware =
        rate(0.6f, "sync", "async", "workers", "4", "optimizer.staleness-aware", "true");
    assertThat(aware.isConstant()).isFalse();
    assertThat(aware.at(100, 0)).isEqualTo(0.6f);
    assertThat(aware.at(100, 4)).isEqualTo(0.6f);
    assertThat(aware.at(100, 12)).isEqualTo(0.2f, CLOSE);
    assertThat(rate(0.6f, "sync", "async", "workers", "4").at(100, 12)).isEqualTo(0.6f);
  }

  /**
   * He et al. 2016, section 4.2: 0.1, divided by 10 at 32k and again at 64k (we have even steps).
   */
  @Test
  void stepDecayDropsAfterEverySoManySteps() {
    LearningRate rate = schedule("step", "32000");
    assertThat(rate.at(1)).isEqualTo(0.5f);
    assertThat(rate.at(32_000)).isEqualTo(0.5f);
    assertThat(rate.at(32_001)).isEqualTo(0.05f, CLOSE);
    assertThat(rate.at(64_000)).isEqualTo(0.05f, CLOSE);
    assertThat(rate.at(64_001)).isEqualTo(0.005f, CLOSE);
  }

  @Test
  void exponentialDecayMultipliesEvenly() {
    LearningRate rate = schedule("exponential", "100", "optimizer.schedule.decay", "0.25");
    assertThat(rate.at(1)).isEqualTo(0.5f);
    assertThat(rate.at(51)).as("half of the way is the root").isEqualTo(0.25f, CLOSE);
    assertThat(rate.at(101)).isEqualTo(0.125f, CLOSE);
    for (int t = 1; t < 300; t++) {
      assertThat(rate.at(t + 1) / rate.at(t)).isEqualTo((float) StrictMath.pow(0.25, 0.01), CLOSE);
    }
  }

  @Test
  void inverseTimeDecayIsHalfAfterTheFirstSteps() {
    LearningRate rate = schedule("inverse-time", "10");
    assertThat(rate.at(1)).isEqualTo(0.5f);
    assertThat(rate.at(11)).isEqualTo(0.25f, CLOSE);
    assertThat(rate.at(31)).isEqualTo(0.125f, CLOSE);
    assertThat(schedule("inverse-time", "10", "optimizer.schedule.decay", "3").at(11))
        .isEqualTo(0.125f, CLOSE);
  }

  /**
   * SGDR, figure 1: T₀ = 1, T_mult = 2 restarts after 1, 3, 7 and 15 epochs (here of 100 steps).
   */
  @Test
  void cosineRestartsWhereFigure1OfItsPaperDoes() {
    LearningRate rate = schedule("cosine", "100", "optimizer.schedule.growth", "2");
    for (int epoch : new int[] {0, 1, 3, 7, 15}) {
      assertThat(rate.at(100L * epoch + 1)).as("restart at %d", epoch).isEqualTo(0.5f);
      if (epoch > 0) {
        assertThat(rate.at(100L * epoch)).as("end at %d", epoch).isLessThan(2e-4f);
      }
    }
    assertThat(rate.at(51)).as("½ of a period of 1").isEqualTo(0.25f, CLOSE);
    assertThat(rate.at(100 + 51)).as("¼ of a period of 2: ½(1 + √½)").isEqualTo(0.42677670f, CLOSE);
    assertThat(rate.at(300 + 301)).as("¾ of a period of 4").isEqualTo(0.07322330f, CLOSE);
  }

  @Test
  void cosineOfEvenPeriodsRepeatsItself() {
    LearningRate rate = schedule("cosine", "7");
    for (int t = 1; t <= 7; t++) {
      assertThat(rate.at(t + 7_000_000_000L)).isEqualTo(rate.at(t));
    }
  }

  @Test
  void theFloorIsWhatIsLeftOfTheRate() {
    LearningRate rate = schedule("cosine", "1000", "optimizer.schedule.floor", "0.2");
    assertThat(rate.at(1)).isEqualTo(0.5f);
    assertThat(rate.at(1000)).isEqualTo(0.1f, within(1e-5f));
    assertThat(rate.at(501)).isEqualTo(0.3f, CLOSE);
    assertThat(schedule("step", "5", "optimizer.schedule.floor", "0.2").at(1_000_000))
        .isEqualTo(0.1f, CLOSE);
  }

  @Test
  void warmUpRisesEvenlyAndTheScheduleBeginsAfterIt() {
    LearningRate rate = schedule("step", "10", "optimizer.warmup-steps", "5");
    assertThat(rate.at(1)).isEqualTo(0.1f, CLOSE);
    assertThat(rate.at(4)).isEqualTo(0.4f, CLOSE);
    assertThat(rate.at(5)).isEqualTo(0.5f);
    assertThat(rate.at(14)).isEqualTo(0.5f);
    assertThat(rate.at(15)).isEqualTo(0.05f, CLOSE);
    assertThat(rate(0.5f, "optimizer.warmup-steps", "5").at(3)).isEqualTo(0.3f, CLOSE);
  }

  @Test
  void underAsyncAsManyUpdatesAsWorkersAreAStep() {
    String[] async = {"sync", "async", "workers", "4"};
    LearningRate rate = schedule("step", "10", async);
    LearningRate alone = schedule("step", "10");
    for (int number = 1; number <= 200; number++) {
      assertThat(rate.at(number)).isEqualTo(alone.at((number + 3) / 4));
    }
  }

  /** Bits that any machine and any Java is to give: StrictMath's, rounded once. */
  @Test
  void theBitsAreThese() {
    assertThat(Float.floatToIntBits(schedule("cosine", "1000").at(334))).isEqualTo(0x3ec01db5);
    assertThat(Float.floatToIntBits(schedule("exponential", "1000").at(334))).isEqualTo(0x3ECB3BFA);
  }
}
