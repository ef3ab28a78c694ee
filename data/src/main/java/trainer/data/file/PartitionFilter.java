package trainer.data.file;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.GlobFilter;
import org.apache.hadoop.fs.Path;
import trainer.core.config.Keys;
import trainer.core.config.NearestName;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.input.InputFile;

/** Selects the files of partitions by {@code trainer.input.where}. Immutable. */
public final class PartitionFilter {
  /** Every file. */
  public static final PartitionFilter ALL = new PartitionFilter(List.of());

  /** A wanted value of a column, with wildcards; of several for one column any may hold. */
  private record Wanted(String column, String pattern, GlobFilter filter) {
    boolean matches(Partition partition) {
      String value = partition.value().orElse("");
      // Iceberg writes + for a blank.
      return partition.column().equals(column)
          && (isMatch(value) || (value.contains("+") && isMatch(value.replace('+', ' '))));
    }

    private boolean isMatch(String value) {
      return filter.accept(new Path(null, null, "/" + component(value)));
    }
  }

  private final List<Wanted> wanted;

  private PartitionFilter(List<Wanted> wanted) {
    this.wanted = wanted;
  }

  /**
   * The filter of a job.
   *
   * @throws FailureException CONFIG_INVALID for text that is no list of {@code column=pattern}
   */
  public static PartitionFilter of(Settings settings) {
    List<Wanted> wanted = new ArrayList<>();
    for (String one : settings.get(Keys.INPUT_WHERE).split(",", -1)) {
      int at = one.indexOf('=');
      if (one.isBlank()) {
        continue;
      }
      if (at < 1) {
        throw invalid("'" + one.strip() + "' is not column=value");
      }
      String pattern = one.substring(at + 1).strip();
      try {
        GlobFilter filter = new GlobFilter(component(pattern));
        wanted.add(new Wanted(one.substring(0, at).strip(), pattern, filter));
      } catch (IOException e) {
        throw invalid("'" + pattern + "' is no pattern: " + e.getMessage());
      }
    }
    return new PartitionFilter(List.copyOf(wanted));
  }

  /** The text as one component of a path, which holds no separator. */
  private static String component(String text) {
    return text.replace('/', '_');
  }

  private static FailureException invalid(String what) {
    return new FailureException(
        FailureKind.CONFIG_INVALID,
        what,
        Keys.INPUT_WHERE.name(),
        "write dt=2026-11-2*, with commas between several");
  }

  /**
   * The files that are wanted, in their order.
   *
   * @throws FailureException INPUT_EMPTY if there are files, and none is wanted; CONFIG_INVALID for
   *     a column that is no partition of any file
   */
  List<InputFile> select(List<InputFile> files) {
    if (wanted.isEmpty()) {
      return files;
    }
    Set<String> columns = new LinkedHashSet<>();
    List<InputFile> selected = new ArrayList<>();
    for (InputFile file : files) {
      List<Partition> partitions = Partition.of(file.path());
      partitions.forEach(partition -> columns.add(partition.column()));
      if (isWanted(partitions)) {
        selected.add(file);
      }
    }
    for (Wanted one : wanted) {
      if (!columns.contains(one.column)) {
        String meant =
            NearestName.to(one.column, columns)
                .map(near -> "did you mean " + near + "? ")
                .orElse("");
        throw new FailureException(
            FailureKind.CONFIG_INVALID,
            "no folder " + one.column + "=... is above any file of the input",
            Keys.INPUT_WHERE.name(),
            meant + "the partitions are: " + String.join(", ", columns));
      }
    }
    if (selected.isEmpty()) {
      throw new FailureException(
          FailureKind.INPUT_EMPTY,
          "no partition of the input matches " + this,
          files.get(0).path() + " is one of " + files.size(),
          "check " + Keys.INPUT_WHERE);
    }
    return selected;
  }

  /**
   * Refuses a file of a table that is in no folder of a wanted column: the table's partitions have
   * changed, and the file may have wanted rows and others.
   *
   * @throws FailureException INPUT_BAD_FILE
   */
  void requireFolders(String table, String file) {
    List<String> columns = Partition.of(file).stream().map(Partition::column).toList();
    for (Wanted one : wanted) {
      if (!columns.contains(one.column)) {
        throw new FailureException(
            FailureKind.INPUT_BAD_FILE,
            "a file of " + table + " is in no folder " + one.column + "=...",
            file,
            "leave "
                + Keys.INPUT_WHERE
                + " out, or write the wanted rows to a folder of their own");
      }
    }
  }

  /** Whether each column that is named has one of the values that are named for it. */
  private boolean isWanted(List<Partition> partitions) {
    return wanted.stream()
        .map(Wanted::column)
        .distinct()
        .allMatch(
            column ->
                wanted.stream()
                    .filter(one -> one.column.equals(column))
                    .anyMatch(one -> partitions.stream().anyMatch(one::matches)));
  }

  @Override
  public String toString() {
    return wanted.stream()
        .map(one -> one.column + "=" + one.pattern)
        .collect(Collectors.joining(","));
  }
}
