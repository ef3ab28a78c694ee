package trainer.model;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import trainer.model.failure.ModelException;
import trainer.model.failure.RowException;
import trainer.model.feature.FeatureKeys;
import trainer.model.feature.RowEncoder;
import trainer.model.feature.SparseRow;
import trainer.model.score.RowModel;
import trainer.model.stored.Manifest;
import trainer.model.stored.StoredModel;

/**
 * A trained model in memory, which predicts one row at a time.
 *
 * <pre>{@code
 * Scorer scorer = Scorer.load(Path.of("model"));
 * float p = scorer.score(Map.of("age", 34, "city", "Oslo")).probability();
 * }</pre>
 *
 * <p>A prediction has the bits that {@code trainer score} writes for the same row. Built-in models
 * alone are loaded: logistic, linear, softmax and fm.
 *
 * <p><em>Threading.</em> Immutable: any number of threads use one scorer at once. A call keeps no
 * state and takes no lock.
 */
public final class Scorer {
  private final Manifest manifest;
  private final LabelKind labels;
  private final RowModel model;

  /** Null for a model of keys and values. */
  private final RowEncoder encoder;

  private Scorer(Manifest manifest, LabelKind labels, RowModel model, RowEncoder encoder) {
    this.manifest = manifest;
    this.labels = labels;
    this.model = model;
    this.encoder = encoder;
  }

  /**
   * Loads the folder of a model, such as one copied by {@code hdfs dfs -get}.
   *
   * <p>The manifest's checksum, and length, SHA-256 and rows of each part file are checked. All
   * rows are held in memory: 24 bytes a row of one value, and 16 where no key has more than 32
   * bits; 20 + 4 n bytes a row of n values.
   *
   * @throws ModelException if the folder holds no model, a damaged one, one of a newer format, a
   *     user's class, or one too large for the heap; the message names the file
   * @throws IOException if a file cannot be read
   */
  public static Scorer load(Path folder) throws IOException {
    Manifest manifest = StoredModel.manifest(folder);
    BuiltInModel builtIn = BuiltInModel.of(manifest, folder.toString());
    RowEncoder encoder = encoder(manifest, folder);
    StoredModel stored = StoredModel.read(folder, manifest);
    return new Scorer(manifest, builtIn.labels(manifest), builtIn.model(stored), encoder);
  }

  private static RowEncoder encoder(Manifest manifest, Path folder) {
    String terms = manifest.setting("trainer.features", "");
    if (terms.isBlank()) {
      return null;
    }
    try {
      int bits = Integer.parseInt(manifest.setting("trainer.features.bits", "0").trim());
      long seed = Long.parseLong(manifest.setting("trainer.features.seed", "0").trim());
      String nullText = manifest.setting("trainer.csv.null", "");
      return new RowEncoder(terms, new FeatureKeys(seed, bits), nullText, manifest.scales());
    } catch (IllegalArgumentException e) {
      throw new ModelException(
          "the features of the manifest cannot be read: " + e.getMessage(),
          folder.resolve(Manifest.FILE).toString(),
          "take the trainer-model.jar of the Trainer that wrote the model");
    }
  }

  /**
   * Predicts a row of a table.
   *
   * @param row a value for each of {@link #columns}, null for a missing one: a {@link Number}, a
   *     {@link CharSequence}, a {@link Boolean}. A text is parsed where the model reads a number,
   *     as in CSV. Other columns are passed over
   * @throws RowException if a column is missing, or a value does not fit; it names the column
   * @throws IllegalStateException if the model takes keys and values
   */
  public Prediction score(Map<String, ?> row) {
    return score(table().encode(row));
  }

  /**
   * Predicts a row of a table.
   *
   * @param values one for each of {@link #columns}, in that order, as in {@link #score(Map)}
   * @throws RowException if there are more or fewer, or a value does not fit; it names the column
   * @throws IllegalStateException if the model takes keys and values
   */
  public Prediction score(Object[] values) {
    return score(table().encode(values));
  }

  /**
   * Predicts a row of keys and values.
   *
   * @param keys of the features, as unsigned numbers, in the order of the row
   * @param values of the features, one a key; null if all are 1
   * @throws RowException for a key that the model does not know, where it was trained with a fixed
   *     number of features; a key that training never met counts as in {@code trainer score}
   * @throws IllegalArgumentException unless there are as many values as keys
   * @throws IllegalStateException if the model takes rows of a table
   */
  public Prediction score(long[] keys, float[] values) {
    if (values != null && values.length != keys.length) {
      throw new IllegalArgumentException(keys.length + " keys, " + values.length + " values");
    }
    return score(keys, values, 0, keys.length);
  }

  /**
   * Predicts a row of keys and values that lies in a part of two arrays.
   *
   * @param keys contains the keys of the row, {@code from .. to-1}
   * @param values contains the values, at the places of their keys; null if all are 1
   * @throws IndexOutOfBoundsException for a part that is not within the arrays
   * @throws RowException as {@link #score(long[], float[])}
   * @throws IllegalStateException if the model takes rows of a table
   */
  public Prediction score(long[] keys, float[] values, int from, int to) {
    if (encoder != null) {
      throw new IllegalStateException(
          "the model takes rows of the columns "
              + encoder.columns()
              + "; give a Map or an Object[]");
    }
    return predict(keys, values, from, to);
  }

  private RowEncoder table() {
    if (encoder == null) {
      throw new IllegalStateException(
          "the model takes keys and values, not columns; give a long[] and a float[]");
    }
    return encoder;
  }

  private Prediction score(SparseRow row) {
    return predict(row.keys(), row.values(), 0, row.count());
  }

  private Prediction predict(long[] keys, float[] values, int from, int to) {
    float[] scores = new float[model.scores()];
    model.score(keys, values, from, to, scores);
    for (float score : scores) {
      if (Float.isNaN(score)) {
        throw new RowException(
            null, "the score of the row is not a number; look for extreme values in it");
      }
    }
    return Prediction.of(labels, scores);
  }

  /** The columns that a row must have, in the order of an array; none for keys and values. */
  public List<String> columns() {
    return encoder == null ? List.of() : encoder.columns();
  }

  /** The kind of labels that the model predicts. */
  public LabelKind labels() {
    return labels;
  }

  /** The number of classes; 2 for {@link LabelKind#BINARY}, 0 for {@link LabelKind#NUMBERS}. */
  public int classes() {
    return labels == LabelKind.CLASSES ? model.scores() : labels == LabelKind.BINARY ? 2 : 0;
  }

  /**
   * The names of {@link Prediction#outputs}: {@code score}; or {@code class}, {@code score_0}, ….
   */
  public List<String> outputs() {
    if (labels != LabelKind.CLASSES) {
      return List.of("score");
    }
    List<String> names = new ArrayList<>(List.of("class"));
    for (int c = 0; c < model.scores(); c++) {
      names.add("score_" + c);
    }
    return Collections.unmodifiableList(names);
  }

  /** The model id, 64 hex digits: equal for equal parameters. */
  public String modelId() {
    return manifest.modelId();
  }

  /** The model's alias or class, its version of Trainer, and the columns. */
  @Override
  public String toString() {
    return manifest.model() + " " + manifest.modelId() + Arrays.asList(columns().toArray());
  }
}
