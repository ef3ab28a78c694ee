package trainer.core.table;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import trainer.core.math.Normal;

/**
 * The contents of a row before its first update: a pure function of seed, table and key, so that an
 * untouched row need not be stored.
 *
 * <p>Each value is drawn by its own number: a hash of seed, key and column, with the same bits on
 * every machine. There is no generator that goes on from one row to the next.
 *
 * @param kind the distribution
 * @param scale its parameter: the half width of {@code UNIFORM} and {@code ZERO_THEN_UNIFORM}, the
 *     standard deviation of {@code NORMAL}; 0 for {@code ZERO}
 * @param seed set from the job's seed and the table's name where the model is loaded; 0 in a
 *     table's declaration
 */
public record Initializer(Kind kind, float scale, long seed) {
  /** The distributions. */
  public enum Kind {
    /** All zeros. */
    ZERO,
    /** Evenly between −scale and scale. */
    UNIFORM,
    /** Mean 0. */
    NORMAL,
    /** The first value 0, the others evenly between −scale and scale. */
    ZERO_THEN_UNIFORM
  }

  /** All zeros. */
  public static final Initializer ZERO = new Initializer(Kind.ZERO, 0f, 0);

  private static final long GAMMA = 0x9E3779B97F4A7C15L;
  private static final float LARGEST = 1e30f;

  public Initializer {
    Objects.requireNonNull(kind);
    boolean zero = kind == Kind.ZERO;
    if (zero ? scale != 0 || seed != 0 : !(scale > 0 && scale <= LARGEST)) {
      throw new IllegalArgumentException("an initializer " + kind + " of " + scale);
    }
  }

  /** Evenly between −{@code halfWidth} and {@code halfWidth}. */
  public static Initializer uniform(float halfWidth) {
    return new Initializer(Kind.UNIFORM, halfWidth, 0);
  }

  /** The first value 0, the others evenly: a weight, followed by the factors of products. */
  public static Initializer zeroThenUniform(float halfWidth) {
    return new Initializer(Kind.ZERO_THEN_UNIFORM, halfWidth, 0);
  }

  /** Normally, with mean 0. */
  public static Initializer normal(float deviation) {
    return new Initializer(Kind.NORMAL, deviation, 0);
  }

  /**
   * Evenly between ±√(6/(inputs + outputs)): the weights of a layer that keeps the variance of its
   * signals, forward and backward (Glorot and Bengio: Understanding the difficulty of training deep
   * feedforward neural networks, AISTATS 2010, formula 16).
   */
  public static Initializer glorot(int inputs, int outputs) {
    if (inputs < 1 || outputs < 1) {
      throw new IllegalArgumentException("a layer of " + inputs + " inputs, " + outputs);
    }
    return uniform((float) Math.sqrt(6.0 / ((double) inputs + outputs)));
  }

  /** The same distribution, drawn for the table of this name in a job of this seed. */
  Initializer seeded(long jobSeed, String table) {
    if (kind == Kind.ZERO) {
      return this;
    }
    long name = 0;
    for (byte b : table.getBytes(StandardCharsets.UTF_8)) {
      name = Partitions.mix(name + GAMMA + b);
    }
    return new Initializer(kind, scale, Partitions.mix(jobSeed + GAMMA) ^ name);
  }

  /** Writes the values of {@code key}'s row. */
  public void fill(long key, float[] target, int offset, int width) {
    if (kind == Kind.ZERO) {
      Arrays.fill(target, offset, offset + width, 0f);
      return;
    }
    long row = row(key);
    for (int column = 0; column < width; column++) {
      target[offset + column] = value(row, column);
    }
  }

  /** Whether a row of {@code key} has its initial values; −0 equals 0. */
  public boolean isIn(long key, float[] cells, int offset, int width) {
    long row = row(key);
    for (int column = 0; column < width; column++) {
      if (cells[offset + column] != value(row, column)) {
        return false;
      }
    }
    return true;
  }

  private long row(long key) {
    return Partitions.mix(seed ^ Partitions.mix(key + GAMMA));
  }

  private float value(long row, int column) {
    if (kind == Kind.ZERO || (kind == Kind.ZERO_THEN_UNIFORM && column == 0)) {
      return 0f;
    }
    double even = even(Partitions.mix(row + GAMMA * (column + 1)));
    return (float) (scale * (kind == Kind.NORMAL ? Normal.quantile(even / 2) : even));
  }

  /** Between −1 and 1, both excluded, one of 2^52 values that are symmetric around 0. */
  private static double even(long bits) {
    return ((bits >> 12) + 0.5) * 0x1p-51;
  }
}
