package trainer.onnx.image;

import trainer.core.config.Keys;

/**
 * One dimension of an image that is fitted into the size that a model takes: the image is scaled to
 * {@code scaled} samples, of which {@code length} from {@code from} on are put at {@code at}.
 */
record Fitting(int scaled, int from, int length, int at) {
  /** Both dimensions: that of the width, then that of the height. */
  static Fitting[] of(Keys.ImageFit fit, int width, int height, int toWidth, int toHeight) {
    // The side that needs the larger factor; compared without rounding.
    boolean isWidthShort = (long) toWidth * height >= (long) toHeight * width;
    return switch (fit) {
      case STRETCH -> new Fitting[] {whole(toWidth), whole(toHeight)};
      case CROP -> scaled(isWidthShort, width, height, toWidth, toHeight);
      case PAD -> scaled(!isWidthShort, width, height, toWidth, toHeight);
    };
  }

  private static Fitting whole(int to) {
    return new Fitting(to, 0, to, 0);
  }

  /** One side is scaled to its size, and the other one by the same factor. */
  private static Fitting[] scaled(
      boolean isByWidth, int width, int height, int toWidth, int toHeight) {
    return isByWidth
        ? new Fitting[] {whole(toWidth), middle(height, width, toWidth, toHeight)}
        : new Fitting[] {middle(width, height, toHeight, toWidth), whole(toHeight)};
  }

  /** Cut at both ends alike, or with as much room at both. */
  private static Fitting middle(int side, int other, int toOther, int to) {
    // Rounded down, as torchvision does.
    long exact = (long) side * toOther / other;
    int scaled = (int) Math.max(1, Math.min(exact, Integer.MAX_VALUE));
    return scaled >= to
        ? new Fitting(scaled, (scaled - to) / 2, to, 0)
        : new Fitting(scaled, 0, scaled, (to - scaled) / 2);
  }
}
