package trainer.client.evaluate;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.apache.hadoop.conf.Configuration;
import trainer.avro.model.ManifestFile;
import trainer.avro.model.ModelManifest;
import trainer.avro.model.ModelPartReader;
import trainer.client.submit.Unreachable;
import trainer.container.model.StoredModel;
import trainer.core.message.PartFile;
import trainer.core.table.TableSpec;

/**
 * What is worth knowing of a trained model.
 *
 * @param location the model's folder
 * @param manifest what it says of itself
 * @param rows rows stored, by the name of the table
 * @param largest the weights farthest from zero, the largest first
 */
public record ModelSummary(
    String location, ModelManifest manifest, Map<String, Long> rows, List<Weight> largest) {
  private static final Comparator<Weight> BY_SIZE =
      Comparator.comparingDouble((Weight weight) -> Math.abs(weight.value))
          .thenComparing(Weight::table, Comparator.reverseOrder())
          .thenComparing(Weight::key, (a, b) -> Long.compareUnsigned(b, a))
          .thenComparing(Weight::index, Comparator.reverseOrder());

  /** One number of a row. */
  public record Weight(String table, long key, int index, float value) {}

  /**
   * Reads it, in memory for {@code most} weights.
   *
   * @param most how many of the largest weights are kept
   */
  public static ModelSummary of(String uri, int most, Configuration hadoop) {
    try {
      StoredModel stored = StoredModel.at(uri, hadoop);
      ModelManifest manifest = ManifestFile.read(stored);
      Map<String, Long> rows = new LinkedHashMap<>();
      manifest.tables().forEach(table -> rows.put(table.name(), 0L));
      PriorityQueue<Weight> largest = new PriorityQueue<>(BY_SIZE);
      for (PartFile part : manifest.parts()) {
        String file = stored.location() + "/" + part.name();
        try (ModelPartReader reader =
            new ModelPartReader(stored.open(part.name()), file, manifest.tables())) {
          while (reader.next()) {
            rows.merge(reader.table().name(), 1L, Long::sum);
            keepLargest(reader.table(), reader.key(), reader.values(), most, largest);
          }
        }
      }
      List<Weight> sorted = new ArrayList<>(largest);
      sorted.sort(BY_SIZE.reversed());
      return new ModelSummary(stored.location(), manifest, rows, sorted);
    } catch (IOException e) {
      throw Unreachable.of(uri, e);
    }
  }

  private static void keepLargest(
      TableSpec table, long key, float[] values, int most, PriorityQueue<Weight> largest) {
    for (int i = 0; i < table.width(); i++) {
      if (largest.size() < most || Math.abs(values[i]) >= Math.abs(largest.peek().value)) {
        largest.add(new Weight(table.name(), key, i, values[i]));
        if (largest.size() > most) {
          largest.remove();
        }
      }
    }
  }
}
