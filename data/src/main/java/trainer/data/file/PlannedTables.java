package trainer.data.file;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/**
 * The files of the tables in an input, as the client's {@link TablePlanner} found them. In {@code
 * trainer.input.planned} the name of each table is a line, and each of its files is one behind it
 * that begins with a blank. Immutable.
 */
public final class PlannedTables {
  /** The jars of planners, by the schemes of their tables. */
  private static final Map<String, String> JARS = Map.of("iceberg", "trainer-iceberg.jar");

  public static final PlannedTables NONE = new PlannedTables(Map.of());

  private final Map<String, List<String>> files;

  /**
   * @param files of each table, by its name in the input
   */
  public PlannedTables(Map<String, List<String>> files) {
    this.files = new LinkedHashMap<>(files);
  }

  /** The tables of a job. */
  public static PlannedTables of(Settings settings) {
    Map<String, List<String>> files = new LinkedHashMap<>();
    List<String> last = new ArrayList<>();
    for (String line : settings.get(Keys.INPUT_PLANNED).lines().toList()) {
      if (line.startsWith(" ")) {
        last.add(line.substring(1));
      } else {
        last = files.computeIfAbsent(line, name -> new ArrayList<>());
      }
    }
    return new PlannedTables(files);
  }

  /** The value of {@code trainer.input.planned}. */
  public String text() {
    return files.entrySet().stream()
        .map(table -> table.getKey() + "\n " + String.join("\n ", table.getValue()))
        .collect(Collectors.joining("\n"));
  }

  /**
   * The files of a name; empty if it is no table.
   *
   * @throws FailureException INPUT_BAD_FILE for a table without a plan
   */
  public Optional<List<String>> filesOf(String name) {
    List<String> planned = files.get(name);
    if (planned == null && isTable(name)) {
      String jar = JARS.get(name.substring(0, name.indexOf(':')));
      throw new FailureException(
          FailureKind.INPUT_BAD_FILE,
          "the files of " + name + " are not known without " + jar,
          Keys.INPUT.name(),
          "add it with --jars " + jar + "; Trainer's build leaves it in iceberg/target");
    }
    return Optional.ofNullable(planned);
  }

  /** Whether a name is that of a table, by its scheme. */
  public static boolean isTable(String name) {
    return JARS.keySet().stream().anyMatch(scheme -> name.startsWith(scheme + ":"));
  }
}
