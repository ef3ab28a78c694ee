package trainer.data.file;

import java.time.Instant;
import java.util.List;

/**
 * The state of a table that is read.
 *
 * @param table its name behind the scheme, which names this state for ever
 * @param time at which the table came into this state
 * @param files the paths of all files with its rows
 * @param rows of the table
 */
public record TablePlan(String table, Instant time, List<String> files, long rows) {
  public TablePlan {
    files = List.copyOf(files);
  }
}
