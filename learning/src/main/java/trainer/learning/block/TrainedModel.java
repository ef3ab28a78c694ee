package trainer.learning.block;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import trainer.avro.model.ModelFolder;
import trainer.avro.model.ModelManifest;
import trainer.avro.model.ModelPartReader;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.message.PartFile;
import trainer.core.table.TableSpec;
import trainer.core.text.Quantity;

/**
 * The rows of a trained model, in memory. Immutable once it is read, so any number of threads may
 * use it.
 */
public final class TrainedModel {
  /** The memory of a key, its number and spare room in a {@link KeyTable}. */
  private static final long BYTES_OF_A_KEY = 64;

  /** The part of a heap that a model may take; the rest is for the records. */
  private static final double SHARE_OF_HEAP = 0.8;

  /** The spare share of an array of weights. */
  private static final double SPARE = 0.25;

  private final List<TrainedRows> tables = new ArrayList<>();

  private TrainedModel(List<TableSpec> specs) {
    specs.forEach(spec -> tables.add(new TrainedRows(spec)));
  }

  /**
   * Reads all rows.
   *
   * @param memory the bytes available for the rows and for the copies of the threads
   * @param threads the number of threads that use the model at once, see {@link #gather}
   * @param advice to the user of a process that is too small
   * @throws FailureException RESOURCE_TOO_LARGE before any row is read; MODEL_CORRUPT
   */
  public static TrainedModel read(
      ModelFolder folder, ModelManifest manifest, long memory, int threads, String advice)
      throws IOException {
    requireRoom(folder, manifest, memory, threads, advice);
    TrainedModel model = new TrainedModel(manifest.tables());
    for (PartFile part : manifest.parts()) {
      String file = folder.location() + "/" + part.name();
      try (ModelPartReader rows =
          new ModelPartReader(folder.open(part.name()), file, manifest.tables())) {
        while (rows.next()) {
          model.tables.get(manifest.tables().indexOf(rows.table())).add(rows.key(), rows.values());
        }
      }
    }
    long spare = memory - (long) bytes(manifest, threads);
    model.tables.forEach(table -> table.finish(spare / model.tables.size()));
    return model;
  }

  /**
   * The memory for the rows and for the copies of the threads, about. Any sparse row may be one of
   * the widest sparse table; every thread copies all dense rows.
   */
  public static double bytes(ModelManifest manifest, int threads) {
    long dense = manifest.tables().stream().mapToLong(TableSpec::denseValues).sum();
    double bytes = Float.BYTES * dense * (1 + (1 + SPARE) * threads);
    OptionalInt widest =
        manifest.tables().stream()
            .filter(table -> !table.isDense())
            .mapToInt(TableSpec::width)
            .max();
    return widest.isEmpty()
        ? bytes
        : bytes + manifest.rows() * (BYTES_OF_A_KEY + 2.0 * Float.BYTES * widest.getAsInt());
  }

  /** The bytes that a model may take in a heap of so many. */
  public static long room(long heapBytes) {
    return (long) (SHARE_OF_HEAP * heapBytes);
  }

  private static void requireRoom(
      ModelFolder folder, ModelManifest manifest, long memory, int threads, String advice) {
    double bytes = bytes(manifest, threads);
    if (bytes > memory) {
      throw new FailureException(
          FailureKind.RESOURCE_TOO_LARGE,
          "the model has "
              + Quantity.of(manifest.rows(), "row")
              + ", which takes about "
              + ((long) bytes >> 20)
              + " MB",
          folder.location() + ", " + (memory >> 20) + " MB free here",
          advice);
    }
  }

  /**
   * Copies the weights of a block's rows into contiguous arrays, as {@link
   * trainer.learning.spi.Model#score} expects them.
   *
   * @param keys for each table the rows the block names
   * @param weights arrays of any length, replaced by longer ones where they are too short
   */
  public void gather(NamedRows[] keys, float[][] weights) {
    for (int t = 0; t < keys.length; t++) {
      TrainedRows rows = tables.get(t);
      int size = Math.multiplyExact(keys[t].count(), rows.width());
      if (weights[t] == null || weights[t].length < size) {
        weights[t] = new float[size + (int) (SPARE * size)];
      }
      rows.copy(keys[t], weights[t]);
    }
  }

  /** The numbers of rows by their places here, for one thread. */
  public ModelPlaces places() {
    return new ModelPlaces(tables);
  }

  /** The values of all rows by their places, for each table; not to be changed. */
  public float[][] values() {
    return tables.stream().map(TrainedRows::values).toArray(float[][]::new);
  }
}
