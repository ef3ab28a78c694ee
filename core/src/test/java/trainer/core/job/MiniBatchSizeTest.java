package trainer.core.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.core.config.Keys.OptimizerName;
import trainer.core.config.Settings;

class MiniBatchSizeTest {
  @Test
  void aMinibatchGrowsWithTheData() {
    assertThat(blocks(OptimizerName.ADAGRAD, 1)).isEqualTo(1);
    assertThat(blocks(OptimizerName.ADAGRAD, 127)).isEqualTo(1);
    assertThat(blocks(OptimizerName.ADAGRAD, 128)).isEqualTo(2);
    assertThat(blocks(OptimizerName.FTRL, 576)).isEqualTo(9);
    assertThat(blocks(OptimizerName.ADAM, 8_191)).isEqualTo(127);
    assertThat(blocks(OptimizerName.AMSGRAD, 1_000_000)).isEqualTo(128);
  }

  @Test
  void stepsOfFixedSizeAreTakenMoreOftenButNotFromAFewRecords() {
    assertThat(blocks(OptimizerName.SGD, 1)).isEqualTo(8);
    assertThat(blocks(OptimizerName.RMSPROP, 1_151)).isEqualTo(8);
    assertThat(blocks(OptimizerName.MOMENTUM, 8_192)).isEqualTo(64);
    assertThat(blocks(OptimizerName.NESTEROV, 1_000_000)).isEqualTo(128);
  }

  @Test
  void aNumberThatIsSetCounts() {
    Settings settings = Settings.of(Map.of("trainer.minibatch.blocks", "7"));
    assertThat(MiniBatchSize.of(settings, 1_000_000)).isEqualTo(7);
    assertThat(MiniBatchSize.of(Settings.of(Map.of()), 640)).isEqualTo(10);
  }

  private static int blocks(OptimizerName optimizer, int ofTheInput) {
    return MiniBatchSize.derived(optimizer, ofTheInput);
  }
}
