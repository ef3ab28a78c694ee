package trainer.data.file;

import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/**
 * A kind of table whose folder has deleted and superseded rows beside the valid ones. Only its own
 * metadata tell them apart, so its files are no input.
 */
enum ManagedTable {
  ICEBERG("an Iceberg table"),
  DELTA("a Delta table"),
  HUDI("a Hudi table"),
  HIVE_ACID("a transactional Hive table");

  /** The names of the folders by which a table is recognized from above. */
  static final String DELTA_LOG = "_delta_log";

  static final String HUDI_FOLDER = ".hoodie";
  static final String ICEBERG_METADATA = "metadata";
  static final String ICEBERG_FILES = ICEBERG_METADATA + "/*.metadata.json*";

  private static final Pattern ACID_FOLDER =
      Pattern.compile("base_\\d+(_v\\d+)?|(delete_)?delta_\\d+_\\d+(_\\d+)?(_v\\d+)?");

  private final String title;

  ManagedTable(String title) {
    this.title = title;
  }

  /**
   * Refuses the table that an entry of a folder is a mark of.
   *
   * @throws FailureException INPUT_BAD_FILE
   */
  static void refuseMarkedBy(FileStatus entry) {
    Path path = entry.getPath();
    String name = path.getName();
    Path folder = path.getParent();
    if (!entry.isDirectory()) {
      if (name.contains(".metadata.json") && folder.getName().equals(ICEBERG_METADATA)) {
        throw ICEBERG.refusal(folder.getParent(), path);
      }
    } else if (name.equals(DELTA_LOG)) {
      throw DELTA.refusal(folder, path);
    } else if (name.equals(HUDI_FOLDER)) {
      throw HUDI.refusal(folder, path);
    } else if (ACID_FOLDER.matcher(name).matches()) {
      throw HIVE_ACID.refusal(folder, path);
    }
  }

  private FailureException refusal(Path folder, Path mark) {
    return new FailureException(
        FailureKind.INPUT_BAD_FILE,
        folder + " is " + title + ", and its files have rows that are not valid any more",
        "the mark is " + mark,
        advice(folder));
  }

  private String advice(Path folder) {
    String export =
        "write its present rows to a folder of plain Parquet, as Spark's"
            + " spark.table(...).write.parquet(...) does";
    return switch (this) {
      case HIVE_ACID ->
          "export the rows: INSERT OVERWRITE DIRECTORY '...' STORED AS PARQUET SELECT ...";
      case ICEBERG ->
          "name the table, iceberg:" + folder + ", with --jars trainer-iceberg.jar; or " + export;
      default -> export;
    };
  }
}
