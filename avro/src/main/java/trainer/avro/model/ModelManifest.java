package trainer.avro.model;

import java.util.List;
import trainer.core.feature.Standardisation;
import trainer.core.message.PartFile;
import trainer.core.table.TableSpec;

/**
 * The contents of a model folder.
 *
 * @param modelId of the canonical parameters; see {@link ModelId}
 * @param origin the job that made it
 * @param version the committed version (mini-batches applied)
 * @param records records of one epoch
 * @param standardisations of each term of {@code trainer.features} that standardises a number, in
 *     the order of the terms
 * @param tables in the order that numbers them
 * @param parts the part files
 */
public record ModelManifest(
    String modelId,
    ModelOrigin origin,
    long version,
    long records,
    List<Standardisation> standardisations,
    List<TableSpec> tables,
    List<PartFile> parts) {
  public ModelManifest {
    standardisations = List.copyOf(standardisations);
    tables = List.copyOf(tables);
    parts = List.copyOf(parts);
    if (!modelId.matches("[0-9a-f]{64}")) {
      throw new IllegalArgumentException("not a model id: '" + modelId + "'");
    }
  }

  /** Rows in all part files. */
  public long rows() {
    return parts.stream().mapToLong(PartFile::rows).sum();
  }
}
