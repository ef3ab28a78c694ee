package trainer.data.format.table;

import java.util.function.BiFunction;
import trainer.core.config.Keys;
import trainer.core.failure.Failure;
import trainer.core.feature.BadFieldException;
import trainer.core.feature.encode.BatchEncoder;
import trainer.core.feature.encode.ColumnVector;
import trainer.core.feature.encode.FeatureBatch;
import trainer.core.feature.encode.TableEncoding;
import trainer.core.input.LabelRule;
import trainer.core.input.RecordSampler;
import trainer.data.format.ExamplesBuffer;
import trainer.data.format.TableUse;

/** Builds examples from the records of a table's columns. Confined to one thread. */
public final class ExampleBuilder {
  /** The most features of a batch, so that they stay in the fastest caches of a core. */
  private static final int BATCH = 4096;

  /** The failure of a broken record, by its number among those of a call. */
  @FunctionalInterface
  public interface Invalid {
    Failure of(int record, String what, String advice);
  }

  private final ColumnVector[] vectors;

  /** The column of the label; null for a file without it. */
  private final LabelColumn label;

  /** The column of the weight; null for none. */
  private final WeightColumn weight;

  /** The texts of kept columns; null where none are kept. */
  private final KeptBatch kept;

  private final BatchEncoder encoder;
  private final ExamplesBuffer buffer;
  private final FeatureBatch batch;
  private final float[] labels;
  private final float[] weights;

  /**
   * A builder for the records of one file.
   *
   * @param vectors the values of the file's columns, by their index; null for unused ones
   * @param labels records with other labels are broken
   * @param buffer receives the examples
   */
  public ExampleBuilder(
      FileColumns columns,
      ColumnVector[] vectors,
      TableUse use,
      LabelRule labels,
      TableEncoding encoding,
      ExamplesBuffer buffer) {
    this.vectors = vectors;
    this.label =
        columns
            .label()
            .map(column -> new LabelColumn(column, vectors[column.index()], use, labels))
            .orElse(null);
    this.weight =
        columns
            .weight()
            .map(column -> new WeightColumn(column, vectors[column.index()], use))
            .orElse(null);
    this.encoder = encoding.encoder(columns.features(), use.keys());
    this.buffer = buffer;
    int width = columns.features().features().size();
    this.batch = new FeatureBatch(width, buffer.sampler().isNeeded());
    this.labels = new float[Math.max(16, BATCH / Math.max(1, width))];
    this.weights = new float[this.labels.length];
    this.kept =
        columns.kept().isEmpty()
            ? null
            : new KeptBatch(columns.kept(), vectors, this.labels.length);
    if (kept != null) {
      buffer.keep(columns.kept().size());
    }
  }

  /**
   * Adds the examples of the records 0 to {@code count} − 1, and rejects the broken ones.
   *
   * @param invalid makes the failure of a problem and its remedy; it knows the records' places
   */
  public void add(int count, Invalid invalid) {
    for (int from = 0; from < count; from += labels.length) {
      batch.begin(Math.min(labels.length, count - from));
      readLabels(from);
      encoder.encode(vectors, from, batch);
      if (kept != null) {
        kept.read(from, batch);
      }
      if (buffer.sampler().isNeeded()) {
        sample();
      }
      boolean hasFeatures = encoder.finish(vectors, from, batch);
      for (int i = 0; i < batch.size(); i++) {
        add(i, from + i, hasFeatures, invalid);
      }
      if (kept != null) {
        kept.addTo(buffer, batch);
      }
    }
  }

  private void sample() {
    RecordSampler sampler = buffer.sampler();
    for (int i = 0; i < batch.size(); i++) {
      if (batch.isTaken(i)) {
        sample(i, sampler);
      }
    }
  }

  /**
   * Adds the example of record 0, or rejects it.
   *
   * @param invalid makes the failure of a problem and its remedy
   */
  public void addOne(BiFunction<String, String, Failure> invalid) {
    add(1, (record, what, advice) -> invalid.apply(what, advice));
  }

  private void readLabels(int from) {
    for (int i = 0; i < batch.size(); i++) {
      try {
        labels[i] = label == null ? Float.NaN : label.read(from + i);
        weights[i] = weight == null ? 1f : weight.read(from + i);
      } catch (BadFieldException e) {
        batch.reject(i, e);
      }
    }
  }

  private void sample(int place, RecordSampler sampler) {
    float label = labels[place];
    if (!sampler.takes(label, batch.hash(place, label))) {
      batch.drop(place);
      return;
    }
    weights[place] *= sampler.weight(label);
    if (weights[place] == Float.POSITIVE_INFINITY) {
      String what = "the weight is too large for " + Keys.INPUT_NEGATIVES.name();
      batch.reject(place, new BadFieldException(what, "give smaller weights"));
    }
  }

  private void add(int place, int record, boolean hasFeatures, Invalid invalid) {
    BadFieldException problem = batch.problem(place);
    if (problem != null) {
      buffer.reject(() -> invalid.of(record, problem.getMessage(), problem.advice()));
    } else if (!batch.isTaken(place)) {
      buffer.leaveOut();
    } else {
      buffer.weight(weights[place]);
      int count = hasFeatures ? batch.count(place) : 0;
      buffer.features(batch.keys(), batch.values(), batch.start(place), count);
      buffer.endTaken(labels[place]);
    }
  }
}
