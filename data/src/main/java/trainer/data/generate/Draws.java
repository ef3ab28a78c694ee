package trainer.data.generate;

import trainer.core.random.SplitMix64;

/** Random numbers that are the same on every machine: only IEEE operations and StrictMath. */
final class Draws {
  /** Separates models from records of the same seed. */
  private static final long MODEL = 0x6d6f64656cL;

  private final SplitMix64 bits;

  private Draws(SplitMix64 bits) {
    this.bits = bits;
  }

  /** The draws for the {@code part}-th part of the hidden model. */
  static Draws model(long modelSeed, int part) {
    return new Draws(SplitMix64.of(modelSeed ^ MODEL, part));
  }

  /** The draws for one record. */
  static Draws record(long seed, long number) {
    return new Draws(SplitMix64.of(seed, number));
  }

  /** Uniform in [0, 1). */
  double uniform() {
    return (bits.next() >>> 11) * 0x1.0p-53;
  }

  /** Normal with mean 0 and variance 1 (Marsaglia's polar method). */
  double normal() {
    while (true) {
      double x = 2 * uniform() - 1;
      double y = 2 * uniform() - 1;
      double square = x * x + y * y;
      if (square < 1 && square > 0) {
        return x * Math.sqrt(-2 * StrictMath.log(square) / square);
      }
    }
  }

  static double sigmoid(double margin) {
    return 1 / (1 + StrictMath.exp(-margin));
  }
}
