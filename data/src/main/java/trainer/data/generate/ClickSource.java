package trainer.data.generate;

import java.util.Arrays;

/**
 * Click logs: distinct ids by a Zipf law, all values 1, labels from a hidden logistic model.
 *
 * <p>Rank r becomes id 1 + (r·odd + c) mod 2^k, cycle-walked into the number of features, so that
 * frequent ids are spread over the range. Every frequent feature has a weight, and so has one in
 * twenty of the rest. Weights of the first 2^22 ranks are drawn in sequence and stored. Each later
 * weight is drawn by itself when its rank occurs.
 */
final class ClickSource implements RowSource {
  private static final double ZIPF = 1.1;
  private static final int FREQUENT = 1024;
  private static final double RARE_SHARE = 0.05;
  private static final double WEIGHT_DEVIATION = 0.4;
  private static final double BIAS = -1.2;
  private static final long ODD = 2_654_435_761L;
  private static final long SHIFT = 12_345;

  private final int features;
  private final int nonzeros;
  private final long seed;
  private final long modelSeed;
  private final Zipf zipf;
  private final float[] weights;

  ClickSource(SyntheticSpec spec) {
    this.features = Math.toIntExact(spec.features());
    this.nonzeros = spec.nonzeros();
    this.seed = spec.seed();
    this.zipf = new Zipf(features, ZIPF);
    this.modelSeed = spec.modelSeed();
    this.weights = new float[Math.min(features, Zipf.HEAD)];
    Draws draws = Draws.model(modelSeed, 0);
    for (int rank = 0; rank < weights.length; rank++) {
      weights[rank] = weight(rank, draws);
    }
  }

  private float weight(int rank) {
    return rank < weights.length ? weights[rank] : weight(rank, Draws.model(modelSeed, rank));
  }

  private static float weight(int rank, Draws draws) {
    double weight = draws.normal() * WEIGHT_DEVIATION;
    boolean counts = draws.uniform() < RARE_SHARE || rank < FREQUENT;
    return counts ? (float) weight : 0f;
  }

  @Override
  public Row newRow() {
    return new Row(nonzeros, true);
  }

  @Override
  public boolean isBinary() {
    return true;
  }

  @Override
  public void fill(long number, Row row) {
    Draws draws = Draws.record(seed, number);
    double margin = BIAS;
    int count = 0;
    while (count < nonzeros) {
      int rank = zipf.rank(draws.uniform());
      long id = id(rank);
      if (!contains(row.indices, count, id)) {
        row.indices[count++] = id;
        margin += weight(rank);
      }
    }
    Arrays.sort(row.indices);
    row.probability = Draws.sigmoid(margin);
    row.label = draws.uniform() < row.probability ? 1 : 0;
  }

  private static boolean contains(long[] ids, int count, long id) {
    for (int i = 0; i < count; i++) {
      if (ids[i] == id) {
        return true;
      }
    }
    return false;
  }

  private long id(int rank) {
    int mask = (Integer.highestOneBit(features - 1) << 1) - 1;
    long id = rank;
    do {
      id = (id * ODD + SHIFT) & mask;
    } while (id >= features);
    return id + 1;
  }
}
