package trainer.data.format.table;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import trainer.core.config.Keys;
import trainer.core.config.NearestName;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.feature.Column;
import trainer.core.feature.ColumnKind;
import trainer.core.feature.ColumnRole;
import trainer.core.feature.FeatureList;
import trainer.core.feature.FeatureTerm;
import trainer.data.format.TableUse;

/**
 * The columns of one file of a table and their use. Files may have them in any order; features have
 * the order of the terms.
 *
 * @param label empty for a file without it, where labels may be missing
 * @param weight empty for none
 * @param kept those that scoring copies to its output, in its order
 */
public record FileColumns(
    List<Column> all,
    Optional<Column> label,
    Optional<Column> weight,
    FeatureList features,
    List<Column> kept) {
  public FileColumns {
    all = List.copyOf(all);
    kept = List.copyOf(kept);
  }

  /**
   * The use of a file's columns. A text that a term reads as a number is of kind NUMBER in the
   * result.
   *
   * @param columns the file's, each at the place of its index
   * @param path of the file, for messages
   * @throws FailureException INPUT_BAD_FILE for a column that is not there or does not fit its use
   */
  public static FileColumns of(List<Column> columns, TableUse use, String path) {
    if (use.features().isPresent() && use.terms().isEmpty()) {
      throw new FailureException(
          FailureKind.INPUT_BAD_FILE,
          "a table, where the training data has rows of keys and values",
          path,
          "give data of the same kind");
    }
    Set<String> names = new HashSet<>();
    columns.forEach(column -> names.add(column.name()));
    if (use.isLabelRequired()) {
      requireNamed(names, use.label(), Keys.LABEL.name(), columns, path);
    }
    if (use.isLabelRequired() && !use.weight().isEmpty()) {
      requireNamed(names, use.weight(), Keys.WEIGHT.name(), columns, path);
    }
    String keeping = use.features().isPresent() ? Keys.SCORE_KEEP.name() : "the job";
    use.kept().forEach(name -> requireNamed(names, name, keeping, columns, path));
    Set<String> numbers = numbers(use.terms());
    List<Column> used = new ArrayList<>();
    for (Column column : columns) {
      boolean isParsed = column.kind() == ColumnKind.TEXT && numbers.contains(column.name());
      ColumnKind kind = isParsed ? ColumnKind.NUMBER : column.kind();
      used.add(new Column(column.index(), column.name(), kind, use.role(column.name())));
    }
    try {
      FeatureList features =
          use.features()
              .map(terms -> terms.resolve(used))
              .orElseGet(() -> new FeatureList(List.of()));
      return new FileColumns(
          used,
          first(used, ColumnRole.LABEL),
          first(used, ColumnRole.WEIGHT),
          features,
          use.kept().stream().map(name -> named(used, name)).toList());
    } catch (IllegalArgumentException e) {
      throw bad(path, "trainer.features does not fit the columns: " + e.getMessage(), columns);
    }
  }

  private static Optional<Column> first(List<Column> columns, ColumnRole role) {
    return columns.stream().filter(column -> column.role() == role).findFirst();
  }

  private static Column named(List<Column> columns, String name) {
    return columns.stream().filter(column -> column.name().equals(name)).findFirst().orElseThrow();
  }

  /** The columns that a term reads as numbers. */
  private static Set<String> numbers(List<FeatureTerm> terms) {
    Set<String> numbers = new HashSet<>();
    for (FeatureTerm term : terms) {
      if (term instanceof FeatureTerm.Numeric || term instanceof FeatureTerm.Bucket) {
        numbers.addAll(term.columns());
      }
    }
    return numbers;
  }

  private static void requireNamed(
      Set<String> names, String column, String asking, List<Column> columns, String path) {
    if (!names.contains(column)) {
      Optional<String> nearest = NearestName.to(column, names);
      throw bad(
          path,
          asking
              + " names column '"
              + column
              + "', which the file does not have"
              + nearest.map(name -> "; did you mean '" + name + "'?").orElse(""),
          columns);
    }
  }

  private static FailureException bad(String path, String what, List<Column> columns) {
    List<String> names = columns.stream().map(Column::name).toList();
    return new FailureException(
        FailureKind.INPUT_BAD_FILE, what, path, "its columns are: " + String.join(", ", names));
  }

  /** The columns that are read: for label, weight or features, or to be kept. */
  public Set<Column> used() {
    Set<Column> used = new HashSet<>();
    features.features().forEach(feature -> used.addAll(feature.columns()));
    label.ifPresent(used::add);
    weight.ifPresent(used::add);
    used.addAll(kept);
    return used;
  }
}
