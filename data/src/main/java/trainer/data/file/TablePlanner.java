package trainer.data.file;

import org.apache.hadoop.conf.Configuration;

/**
 * Finds the files with the present rows of a table that has superseded ones too. Planners are
 * services ({@link java.util.ServiceLoader}) of jars in {@code trainer.jars}. They run in the
 * client alone: a jar with a planner goes to no other process, so a model needs a jar of its own.
 * {@link PlannedTables} has the schemes that there are.
 */
public interface TablePlanner {
  /** What the names of such tables begin with, before a colon, such as {@code iceberg}. */
  String scheme();

  /**
   * Plans the reading of a table.
   *
   * @param hadoop has the file systems
   * @param table its name behind the scheme and the colon
   * @throws trainer.core.failure.FailureException INPUT_NOT_FOUND, INPUT_EMPTY, INPUT_BAD_FILE for
   *     a table whose rows are not those of its files
   */
  TablePlan plan(Configuration hadoop, String table);
}
