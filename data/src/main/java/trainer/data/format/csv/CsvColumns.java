package trainer.data.format.csv;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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
 * The columns of one CSV file and their use. Files may have them in any order; features have the
 * order of the terms.
 *
 * @param label the place of the label in a record
 * @param weight the place of the weight in a record, or −1
 */
record CsvColumns(List<String> names, int label, int weight, FeatureList features) {
  /**
   * The use of a file's columns.
   *
   * @param path of the file, for messages
   * @throws FailureException INPUT_BAD_FILE for a column that is not there or does not fit its use
   */
  static CsvColumns of(CsvHeader header, TableUse use, String path) {
    List<String> names = header.columns();
    int label = place(names, use.label(), "trainer.label", path);
    int weight = use.weight().isEmpty() ? -1 : place(names, use.weight(), "trainer.weight", path);
    Set<String> numbers = numbers(use.features().terms());
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      ColumnKind kind = numbers.contains(names.get(i)) ? ColumnKind.NUMBER : ColumnKind.TEXT;
      ColumnRole role =
          i == label ? ColumnRole.LABEL : i == weight ? ColumnRole.WEIGHT : ColumnRole.INPUT;
      columns.add(new Column(i, names.get(i), kind, role));
    }
    try {
      return new CsvColumns(names, label, weight, use.features().resolve(columns));
    } catch (IllegalArgumentException e) {
      throw bad(path, "trainer.features does not fit the columns: " + e.getMessage(), names);
    }
  }

  /** The columns that a term reads as numbers. */
  private static Set<String> numbers(List<FeatureTerm> terms) {
    Set<String> numbers = new HashSet<>();
    for (FeatureTerm term : terms) {
      if (term instanceof FeatureTerm.Numeric numeric) {
        numbers.add(numeric.column());
      } else if (term instanceof FeatureTerm.Bucket bucket) {
        numbers.add(bucket.column());
      }
    }
    return numbers;
  }

  private static int place(List<String> names, String column, String key, String path) {
    int place = names.indexOf(column);
    if (place < 0) {
      Optional<String> nearest = NearestName.to(column, names);
      throw bad(
          path,
          key
              + " names column '"
              + column
              + "', which the header does not have"
              + nearest.map(name -> "; did you mean '" + name + "'?").orElse(""),
          names);
    }
    return place;
  }

  private static FailureException bad(String path, String what, List<String> names) {
    return new FailureException(
        FailureKind.INPUT_BAD_FILE, what, path, "its columns are: " + String.join(", ", names));
  }
}
