package trainer.onnx.image;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import trainer.core.config.Keys;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/** The size of the images that a model takes, written as {@code HEIGHTxWIDTH}. */
record ImageSize(int height, int width) {
  private static final Pattern WRITTEN =
      Pattern.compile("\\s*(\\d{1,5})\\s*[xX]\\s*(\\d{1,5})\\s*");
  private static final int LONGEST_SIDE = 8192;

  /**
   * Reads the value of {@code trainer.onnx.image.size}.
   *
   * @throws FailureException CONFIG_INVALID
   */
  static ImageSize parse(String text) {
    Matcher written = WRITTEN.matcher(text);
    if (!written.matches()) {
      throw new FailureException(
          FailureKind.CONFIG_INVALID,
          "'" + text + "' is no size of images",
          Keys.ONNX_IMAGE_SIZE.name(),
          "write HEIGHTxWIDTH, such as 224x224");
    }
    return checked(
        Long.parseLong(written.group(1)),
        Long.parseLong(written.group(2)),
        Keys.ONNX_IMAGE_SIZE.name(),
        "");
  }

  /**
   * A size within bounds.
   *
   * @param name of the input or key
   * @throws FailureException CONFIG_INVALID
   */
  static ImageSize checked(long height, long width, String name, String location) {
    if (Math.min(height, width) < 1 || Math.max(height, width) > LONGEST_SIDE) {
      throw new FailureException(
          FailureKind.CONFIG_INVALID,
          "images of " + height + "x" + width + " pixels of " + name,
          location,
          "sides of 1 to " + LONGEST_SIDE + " are taken");
    }
    return new ImageSize((int) height, (int) width);
  }

  @Override
  public String toString() {
    return height + "x" + width;
  }
}
