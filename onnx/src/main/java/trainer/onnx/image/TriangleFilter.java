package trainer.onnx.image;

/**
 * The weights with which samples of one dimension become fewer or more: a triangle over the source,
 * as wide as a target sample, or two source samples if that is wider. It is the filter that Pillow
 * calls BILINEAR, and torchvision bilinear with antialiasing.
 *
 * <p>Worked example: 4 samples become 2. Target 0 has its centre at 1.0 of the source and a support
 * of 2. The centres of the source, 0.5, 1.5 and 2.5, have the distances 0.5, 0.5 and 1.5, thus the
 * weights 0.75, 0.75 and 0.25, which are divided by their sum.
 */
final class TriangleFilter {
  private final int[] first;
  private final float[][] weights;

  /**
   * The weights of a part of the target.
   *
   * @param source samples of the source
   * @param target samples of the whole target
   * @param from the first sample of the part
   * @param length samples of the part
   */
  TriangleFilter(int source, int target, int from, int length) {
    double scale = (double) source / target;
    double support = Math.max(scale, 1);
    first = new int[length];
    weights = new float[length][];
    for (int i = 0; i < length; i++) {
      double center = (from + i + 0.5) * scale;
      int least = Math.max(0, (int) (center - support + 0.5));
      int end = Math.min(source, (int) (center + support + 0.5));
      first[i] = least;
      weights[i] = weights(least, end, center, support);
    }
  }

  private static float[] weights(int least, int end, double center, double support) {
    double[] exact = new double[end - least];
    double sum = 0;
    for (int i = 0; i < exact.length; i++) {
      exact[i] = Math.max(0, 1 - Math.abs(least + i + 0.5 - center) / support);
      sum += exact[i];
    }
    float[] rounded = new float[exact.length];
    for (int i = 0; i < exact.length; i++) {
      rounded[i] = (float) (exact[i] / sum);
    }
    return rounded;
  }

  int length() {
    return first.length;
  }

  /** The first sample of the source that a target sample takes. */
  int first(int target) {
    return first[target];
  }

  /** The weights of the samples from {@link #first} on. */
  float[] weights(int target) {
    return weights[target];
  }
}
