package trainer.client.submit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.apache.hadoop.conf.Configuration;
import trainer.core.config.Key;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.text.Quantity;
import trainer.data.file.InputNames;
import trainer.data.file.PlannedTables;
import trainer.data.file.TablePlan;
import trainer.data.file.TablePlanner;

/** The tables among the inputs of a job, planned by the {@link TablePlanner}s of its jars. */
public final class TableInputs {
  private final Configuration reading;
  private final Map<String, List<String>> files = new LinkedHashMap<>();
  private final Map<String, String> settings = new LinkedHashMap<>();
  private final List<String> lines = new ArrayList<>();

  private TableInputs(Configuration reading) {
    this.reading = reading;
  }

  /**
   * Plans the tables that are named.
   *
   * @param reading has the classes of the planners
   * @throws FailureException as {@link TablePlanner#plan}
   */
  public static TableInputs of(Configuration reading, Settings settings) {
    TableInputs tables = new TableInputs(reading);
    QualifiedPaths.INPUTS.forEach(
        key -> settings.find(key).ifPresent(text -> tables.plan(key, text)));
    if (!tables.files.isEmpty()) {
      tables.settings.put(Keys.INPUT_PLANNED.name(), new PlannedTables(tables.files).text());
    }
    return tables;
  }

  private void plan(Key<String> key, String text) {
    List<String> names = InputNames.split(text);
    if (names.stream().noneMatch(PlannedTables::isTable)) {
      return;
    }
    settings.put(key.name(), String.join(",", names.stream().map(this::plan).toList()));
  }

  /** The name of the state that is read. */
  private String plan(String name) {
    for (TablePlanner planner : ServiceLoader.load(TablePlanner.class, reading.getClassLoader())) {
      String prefix = planner.scheme() + ":";
      if (name.startsWith(prefix)) {
        TablePlan plan = planner.plan(reading, name.substring(prefix.length()));
        requirePlainNames(plan);
        String state = prefix + plan.table();
        files.put(state, plan.files());
        lines.add(
            "table: "
                + state
                + ", of "
                + plan.time()
                + ", "
                + Quantity.of(plan.files().size(), "file")
                + ", "
                + Quantity.of(plan.rows(), "row"));
        return state;
      }
    }
    return name; // the lister tells which jar is missing
  }

  private static void requirePlainNames(TablePlan plan) {
    if (plan.table().chars().anyMatch(c -> ",{}\n".indexOf(c) >= 0)) {
      throw new FailureException(
          FailureKind.INPUT_BAD_FILE,
          "a table cannot be read whose name has a comma or a brace",
          plan.table(),
          "rename it, or write its rows to a folder of plain Parquet");
    }
  }

  /** The keys that name the tables' states and files, with their values; empty without tables. */
  public Map<String, String> settings() {
    return settings;
  }

  /** A line for each table. */
  List<String> lines() {
    return lines;
  }
}
