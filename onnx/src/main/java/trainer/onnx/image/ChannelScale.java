package trainer.onnx.image;

import java.util.Arrays;
import trainer.core.config.Key;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/** The mean and the standard deviation of each channel, in the order that the model has them. */
final class ChannelScale {
  private final float[] means;
  private final float[] deviations;

  private ChannelScale(float[] means, float[] deviations) {
    this.means = means;
    this.deviations = deviations;
  }

  /**
   * Reads {@code trainer.onnx.image.mean} and {@code .std}.
   *
   * @throws FailureException CONFIG_INVALID
   */
  static ChannelScale of(Settings settings, int channels) {
    float[] deviations = numbers(settings, Keys.ONNX_IMAGE_STD, channels);
    for (float deviation : deviations) {
      if (deviation <= 0) {
        throw invalid(Keys.ONNX_IMAGE_STD, settings, channels);
      }
    }
    return new ChannelScale(numbers(settings, Keys.ONNX_IMAGE_MEAN, channels), deviations);
  }

  private static float[] numbers(Settings settings, Key<String> key, int channels) {
    String[] parts = settings.get(key).split(",", -1);
    float[] numbers = new float[channels];
    if (parts.length != 1 && parts.length != channels) {
      throw invalid(key, settings, channels);
    }
    for (int c = 0; c < channels; c++) {
      try {
        numbers[c] = Float.parseFloat(parts[parts.length == 1 ? 0 : c].trim());
      } catch (NumberFormatException e) {
        throw invalid(key, settings, channels);
      }
      if (!Float.isFinite(numbers[c])) {
        throw invalid(key, settings, channels);
      }
    }
    return numbers;
  }

  private static FailureException invalid(Key<String> key, Settings settings, int channels) {
    return new FailureException(
        FailureKind.CONFIG_INVALID,
        "'" + settings.get(key) + "' does not fit a model of " + channels + " channels",
        key.name(),
        "write one number, or "
            + channels
            + " separated by commas"
            + (key == Keys.ONNX_IMAGE_STD ? ", all above 0" : ""));
  }

  float apply(float color, int channel) {
    return (color - means[channel]) / deviations[channel];
  }

  @Override
  public String toString() {
    return "0 to 1, minus " + Arrays.toString(means) + ", over " + Arrays.toString(deviations);
  }
}
