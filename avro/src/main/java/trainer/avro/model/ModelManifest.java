package trainer.avro.model;

import java.util.List;
import java.util.Map;
import trainer.core.message.PartFile;
import trainer.core.table.TableSpec;

/**
 * The contents of a model folder.
 *
 * @param modelId of the canonical parameters; see {@link ModelId}
 * @param model the value of {@code trainer.model}
 * @param settings those that define the model, {@code trainer.model.args.*} among them, its data
 *     and its training
 * @param version the committed version (mini-batches applied)
 * @param records records of one epoch
 * @param writer the version of Trainer that wrote it
 * @param job the job that made it, empty where it is not known
 * @param tables in the order that numbers them
 * @param parts the part files
 */
public record ModelManifest(
    String modelId,
    String model,
    Map<String, String> settings,
    long version,
    long records,
    String writer,
    String job,
    List<TableSpec> tables,
    List<PartFile> parts) {
  public ModelManifest {
    settings = Map.copyOf(settings);
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
