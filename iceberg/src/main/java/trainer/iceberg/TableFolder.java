package trainer.iceberg;

import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.StaticTableOperations;
import org.apache.iceberg.Table;
import org.apache.iceberg.hadoop.HadoopFileIO;
import org.apache.iceberg.hadoop.HadoopTables;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/** The folder of a table, in which {@code metadata} has a file for each of its states. */
final class TableFolder {
  /** The file that names the present state, of tables without a catalog. */
  private static final String HINT = "metadata/version-hint.text";

  private static final String STATES = "metadata/*.metadata.json";

  private TableFolder() {}

  /**
   * Loads a table.
   *
   * @param path of the folder, or of a metadata file
   * @throws FailureException INPUT_NOT_FOUND; INPUT_BAD_FILE for the folder of a table whose
   *     present state only a catalog knows
   */
  static Table load(Configuration hadoop, String path) throws IOException {
    if (path.endsWith(".metadata.json")) {
      StaticTableOperations state = new StaticTableOperations(path, new HadoopFileIO(hadoop));
      state.current(); // reads the file
      return new BaseTable(state, path);
    }
    Path folder = new Path(path);
    if (folder.getFileSystem(hadoop).exists(new Path(folder, HINT))) {
      return new HadoopTables(hadoop).load(path);
    }
    throw withoutHint(hadoop, folder);
  }

  private static FailureException withoutHint(Configuration hadoop, Path folder)
      throws IOException {
    FileStatus[] states = folder.getFileSystem(hadoop).globStatus(new Path(folder, STATES));
    Optional<FileStatus> newest =
        Arrays.stream(states == null ? new FileStatus[0] : states)
            .max(Comparator.comparingLong(FileStatus::getModificationTime));
    return newest.isEmpty()
        ? IcebergPlanner.failure(
            FailureKind.INPUT_NOT_FOUND,
            folder + " is no Iceberg table",
            "there is no " + STATES,
            "give the table's folder or one of its metadata files",
            null)
        : IcebergPlanner.failure(
            FailureKind.INPUT_BAD_FILE,
            "only a catalog knows the present state of " + folder,
            "there is no " + HINT,
            "give the metadata file that the catalog names; the newest one is iceberg:"
                + newest.get().getPath(),
            null);
  }
}
