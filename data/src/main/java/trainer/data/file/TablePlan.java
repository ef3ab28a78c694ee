package trainer.data.file;

import java.util.List;

/**
 * The state of a table that is read.
 *
 * @param table its name behind the scheme, which names this state for ever
 * @param state this state in words
 * @param files the paths of all files with its rows
 * @param rows of the table
 */
public record TablePlan(String table, String state, List<String> files, long rows) {
  public TablePlan {
    files = List.copyOf(files);
  }
}
