package trainer.onnx.image;

import trainer.core.config.Keys;

/**
 * The resizing of images: each row of the source is filtered along the width, and added to the rows
 * of the target that it is a part of. So an image needs a row of floats beside the target. All
 * arithmetic is on floats in one order, and nothing is rounded to bytes between.
 */
final class Resampling {
  private static final int CHANNELS = DecodedImage.CHANNELS;

  private final Keys.ImageFit fit;
  private final int width;
  private final int height;

  Resampling(Keys.ImageFit fit, int width, int height) {
    this.fit = fit;
    this.width = width;
    this.height = height;
  }

  /** The fitting, for people. */
  String title() {
    return switch (fit) {
      case STRETCH -> "stretched to";
      case CROP -> "cropped to";
      case PAD -> "padded to";
    };
  }

  /** The target: rows of pixels of three numbers from 0 to 255; pixels without source are 0. */
  float[] apply(DecodedImage image) {
    Fitting[] fittings = Fitting.of(fit, image.width(), image.height(), width, height);
    TriangleFilter across = filter(image.width(), fittings[0]);
    TriangleFilter down = filter(image.height(), fittings[1]);
    float[] target = new float[width * height * CHANNELS];
    float[] source = new float[image.width() * CHANNELS];
    float[] row = new float[across.length() * CHANNELS];
    int first = 0;
    for (int y = down.first(0); y < image.height() && first < down.length(); y++) {
      while (first < down.length() && down.first(first) + down.weights(first).length <= y) {
        first++;
      }
      image.readRow(y, source);
      filter(source, across, row);
      for (int t = first; t < down.length() && down.first(t) <= y; t++) {
        // The window of a later row ends later, but one of the same start may end before.
        if (y - down.first(t) < down.weights(t).length) {
          int to = ((fittings[1].at() + t) * width + fittings[0].at()) * CHANNELS;
          add(row, down.weights(t)[y - down.first(t)], target, to);
        }
      }
    }
    return target;
  }

  private static TriangleFilter filter(int source, Fitting fitting) {
    return new TriangleFilter(source, fitting.scaled(), fitting.from(), fitting.length());
  }

  private static void filter(float[] source, TriangleFilter across, float[] row) {
    for (int x = 0; x < across.length(); x++) {
      float[] weights = across.weights(x);
      int from = across.first(x) * CHANNELS;
      float red = 0;
      float green = 0;
      float blue = 0;
      for (float weight : weights) {
        red += weight * source[from];
        green += weight * source[from + 1];
        blue += weight * source[from + 2];
        from += CHANNELS;
      }
      row[x * CHANNELS] = red;
      row[x * CHANNELS + 1] = green;
      row[x * CHANNELS + 2] = blue;
    }
  }

  private static void add(float[] row, float weight, float[] target, int to) {
    for (int i = 0; i < row.length; i++) {
      target[to + i] += weight * row[i];
    }
  }
}
