package trainer.client.evaluate;

import java.io.IOException;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import trainer.avro.model.ManifestFile;
import trainer.avro.model.ModelManifest;
import trainer.avro.model.ModelPartReader;
import trainer.client.submit.ServiceFailure;
import trainer.container.files.StoredModel;
import trainer.core.aggregate.Aggregate;
import trainer.core.aggregate.Partial;
import trainer.core.aggregate.Reduction;
import trainer.core.aggregate.TableSummary;
import trainer.core.message.PartFile;
import trainer.core.table.TableSpec;
import trainer.learning.fold.Folding;
import trainer.learning.fold.SummaryFold;

/**
 * The essentials of a trained model.
 *
 * @param location the model's folder
 * @param manifest the model's manifest
 * @param tables summaries of its tables by name, as in the report of its training
 * @param largest the weights farthest from zero, the largest first
 */
public record ModelSummary(
    String location,
    ModelManifest manifest,
    Map<String, TableSummary> tables,
    List<Weight> largest) {
  /** One number of a row. */
  public record Weight(String table, long key, int index, float value) {}

  /**
   * Reads a model, in memory for {@code most} weights.
   *
   * @param most how many of the largest weights are kept
   */
  public static ModelSummary of(String uri, int most, Configuration hadoop) {
    try {
      StoredModel stored = StoredModel.at(uri, hadoop);
      ModelManifest manifest = ManifestFile.read(stored);
      List<Reduction> reductions = TableSummary.reductions(most);
      Map<String, Folding> foldings = new LinkedHashMap<>();
      for (TableSpec table : manifest.tables()) {
        foldings.put(
            table.name(), new Folding("summary", table.name(), new SummaryFold(), reductions));
      }
      for (PartFile part : manifest.parts()) {
        String file = stored.location() + "/" + part.name();
        try (ModelPartReader reader =
            new ModelPartReader(stored.open(part.name()), file, manifest.tables())) {
          while (reader.next()) {
            foldings.get(reader.table().name()).row(reader.key(), reader.values());
          }
        }
      }
      Map<String, TableSummary> tables = new LinkedHashMap<>();
      for (TableSpec table : manifest.tables()) {
        List<Partial> partials = foldings.get(table.name()).partials();
        Aggregate aggregate = Aggregate.of(table.name(), reductions, partials);
        tables.put(table.name(), TableSummary.of(aggregate, table.width()));
      }
      return new ModelSummary(stored.location(), manifest, tables, largest(tables, most));
    } catch (IOException e) {
      throw ServiceFailure.of(uri, e);
    }
  }

  /** The largest weights of all tables. Ties go to the first table by name. */
  private static List<Weight> largest(Map<String, TableSummary> tables, int most) {
    return new TreeMap<>(tables)
        .values().stream()
            .flatMap(
                table ->
                    table.largest().stream()
                        .map(
                            one ->
                                new Weight(
                                    table.table(), one.key(), one.index(), (float) one.value())))
            .sorted(Comparator.comparingDouble(weight -> -Math.abs(weight.value())))
            .limit(most)
            .toList();
  }
}
