package trainer.learning.optimizer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import trainer.core.config.Settings;

class AdaGradTest {
  private static final int WIDTH = 9;

  @Test
  void withoutRegularisationAStepHasTheBitsOfTheProximalOne() {
    long seed = 22;
    Random random = new Random(seed);
    AdaGrad adaGrad = new AdaGrad(OptimizerSettings.of(Settings.of(Map.of())));
    for (int row = 0; row < 10_000; row++) {
      float[] cells = new float[2 * WIDTH];
      float[] gradient = new float[WIDTH];
      float[] expected = new float[2 * WIDTH];
      for (int i = 0; i < WIDTH; i++) {
        cells[i] = (float) random.nextGaussian() * (random.nextInt(4) - 1);
        cells[WIDTH + i] = 200 + random.nextFloat() * 100;
        gradient[i] = (float) random.nextGaussian() * (random.nextInt(4) - 1);
        float n = cells[WIDTH + i] + gradient[i] * gradient[i];
        float rate = 0.3f / (float) Math.sqrt(n);
        expected[i] = Proximal.step(cells[i] - rate * gradient[i], rate, 0f, 0f);
        expected[WIDTH + i] = n;
      }
      adaGrad.apply(0.3f, cells, 0, WIDTH, gradient);
      for (int i = 0; i < 2 * WIDTH; i++) {
        assertThat(Float.floatToRawIntBits(cells[i]))
            .as("seed %s", seed)
            .isEqualTo(Float.floatToRawIntBits(expected[i]));
      }
    }
  }
}
