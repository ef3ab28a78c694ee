package trainer.data.format.table;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.feature.Column;
import trainer.core.feature.ColumnKind;
import trainer.core.feature.FeatureTerm;
import trainer.data.format.TableUse;

/**
 * A column that a file's schema declares.
 *
 * @param kind null for values that are not read
 * @param isWhole whether the values are whole numbers, which as categories have all their digits
 * @param title the name of the type for people
 */
public record DeclaredColumn(String name, ColumnKind kind, boolean isWhole, String title) {
  /** Whether the values are read. */
  public boolean isRead() {
    return kind != null;
  }

  /**
   * The columns that are read, each at the place of its index.
   *
   * @throws FailureException INPUT_BAD_FILE for a job that names another one
   */
  public static List<Column> readable(List<DeclaredColumn> all, TableUse use, String path) {
    requireReadable(all, use, path);
    Set<String> numbers = numbers(use);
    List<Column> columns = new ArrayList<>();
    for (DeclaredColumn column : all) {
      if (column.isRead()) {
        // As a category, and copied, a whole number has all its digits, which a double would not
        // hold.
        boolean isText = column.isWhole() && !numbers.contains(column.name());
        boolean isUsed = use.features().isEmpty() || !use.terms().isEmpty();
        ColumnKind kind = isText && isUsed ? ColumnKind.TEXT : column.kind();
        columns.add(new Column(columns.size(), column.name(), kind));
      }
    }
    return columns;
  }

  /**
   * Refuses a job that names columns which are not read.
   *
   * @throws FailureException INPUT_BAD_FILE
   */
  public static void requireReadable(List<DeclaredColumn> all, TableUse use, String path) {
    Set<String> named = named(use);
    for (DeclaredColumn column : all) {
      if (!column.isRead() && named.contains(column.name())) {
        throw new FailureException(
            FailureKind.INPUT_BAD_FILE,
            "column '" + column.name() + "' is " + column.title() + ", which is not read",
            path,
            "leave it out, or write the file with a column of numbers, texts or booleans");
      }
    }
  }

  /** The columns that a job names. */
  private static Set<String> named(TableUse use) {
    Set<String> named = new HashSet<>(Set.of(use.label()));
    named.add(use.weight());
    named.addAll(use.kept());
    use.terms().forEach(term -> named.addAll(term.columns()));
    return named;
  }

  /** The columns that label, weight or a term read as numbers. */
  private static Set<String> numbers(TableUse use) {
    Set<String> numbers = new HashSet<>(Set.of(use.label()));
    numbers.add(use.weight());
    for (FeatureTerm term : use.terms()) {
      if (!(term instanceof FeatureTerm.Category) && !(term instanceof FeatureTerm.Cross)) {
        numbers.addAll(term.columns());
      }
    }
    return numbers;
  }
}
