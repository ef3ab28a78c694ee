package trainer.avro.checkpoint;

import java.util.List;
import java.util.stream.IntStream;
import trainer.avro.model.ModelOrigin;
import trainer.core.message.PartFile;
import trainer.core.table.TableSpec;

/**
 * The contents of a checkpoint's folder: the rows of every partition at one version, with the
 * optimizer's state. Its part files are those of a model whose tables are as wide as rows are
 * stored.
 *
 * @param origin the job that made it
 * @param position in the job's training
 * @param seed of every random draw
 * @param indexDigest of the input files
 * @param tables in the order that numbers them
 * @param state floats of state a row, table by table
 * @param pservers which pserver wrote each part, by its index in the job
 * @param parts the part files, by partition
 */
public record CheckpointManifest(
    ModelOrigin origin,
    CheckpointPosition position,
    long seed,
    String indexDigest,
    List<TableSpec> tables,
    List<Integer> state,
    List<Integer> pservers,
    List<PartFile> parts) {
  /** The manifest's file name. */
  public static final String NAME = "checkpoint.avro";

  public CheckpointManifest {
    tables = List.copyOf(tables);
    state = List.copyOf(state);
    pservers = List.copyOf(pservers);
    parts = List.copyOf(parts);
    if (state.size() != tables.size() || pservers.size() != parts.size()) {
      throw new IllegalArgumentException("lists of different lengths");
    }
  }

  /** The tables as wide as they are stored, state included. */
  public List<TableSpec> storedTables() {
    return storedTables(tables, state);
  }

  /**
   * Tables as wide as a checkpoint stores them.
   *
   * @param state floats of state a row, table by table
   */
  public static List<TableSpec> storedTables(List<TableSpec> tables, List<Integer> state) {
    return IntStream.range(0, tables.size())
        .mapToObj(i -> stored(tables.get(i), state.get(i)))
        .toList();
  }

  private static TableSpec stored(TableSpec table, int state) {
    return new TableSpec(
        table.name(),
        table.width() + state,
        table.initializer(),
        table.regularized(),
        table.fractionBits(),
        table.update(),
        table.rows());
  }
}
