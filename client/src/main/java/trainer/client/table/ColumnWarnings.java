package trainer.client.table;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import trainer.core.config.Keys;
import trainer.core.config.NearestName;
import trainer.core.feature.ColumnKind;
import trainer.data.format.ColumnSample;
import trainer.data.format.TableSample;

/**
 * The warnings about the columns of a sample: columns that are left out, and features that are
 * probably not what a user wants.
 *
 * @param isFeature whether a column gives features
 */
record ColumnWarnings(TableSample sample, Predicate<ColumnSample> isFeature) {
  /** Different values without a repetition from which on a column is probably a name of records. */
  private static final int LEAST_UNIQUE = 100;

  /** The character that stands for bytes that are not UTF-8. */
  private static final char REPLACED = '\uFFFD';

  /** The warnings, a line each. */
  List<String> lines() {
    Stream<String> ofFeatures =
        Stream.<Function<ColumnSample, String>>of(
                ColumnWarnings::severalKinds,
                ColumnWarnings::strayText,
                ColumnWarnings::decimalComma,
                ColumnWarnings::otherEncoding,
                ColumnWarnings::unique)
            .flatMap(warning -> categories().map(warning))
            .filter(line -> !line.isEmpty());
    return Stream.of(leftOut(), withoutValues(), ofFeatures).flatMap(lines -> lines).toList();
  }

  private Stream<String> leftOut() {
    return sample.leftOut().entrySet().stream()
        .map(
            column ->
                "column "
                    + column.getKey()
                    + " is left out: it is "
                    + column.getValue()
                    + ", which is not read");
  }

  /**
   * Features of which no record has a value; where files have no schema, a name may be mistyped.
   */
  private Stream<String> withoutValues() {
    Set<String> names =
        sample.columns().stream()
            .filter(column -> !column.counts().isEmpty())
            .map(ColumnSample::name)
            .collect(Collectors.toSet());
    return sample.columns().stream()
        .filter(isFeature)
        .filter(column -> column.counts().isEmpty() && column.missing() > 0)
        .map(
            column ->
                "column "
                    + column.name()
                    + " has no value in the records that were read"
                    + NearestName.to(column.name(), names)
                        .map(name -> "; did you mean " + name + "?")
                        .orElse(""));
  }

  /** The features of texts. */
  private Stream<ColumnSample> categories() {
    return sample.columns().stream()
        .filter(isFeature)
        .filter(column -> column.kind() == ColumnKind.TEXT);
  }

  /** Values that files with different schemas make categories. */
  private static String severalKinds(ColumnSample column) {
    if (column.declaredKinds().size() < 2) {
      return "";
    }
    String kinds =
        column.declaredKinds().stream()
            .map(kind -> kind.name().toLowerCase(Locale.ROOT))
            .collect(Collectors.joining(" and "));
    return "column "
        + column.name()
        + " is declared as "
        + kinds
        + " by different files, so each value is a category; write the files with one type";
  }

  /** Numbers that a few texts make categories. */
  private static String strayText(ColumnSample column) {
    return column.strayText().isEmpty()
        ? ""
        : "column "
            + column.name()
            + " is of numbers but for texts such as '"
            + column.strayText()
            + "', so each number is a category; "
            + Keys.CSV_NULL
            + " makes a text a missing value";
  }

  /** Numbers with a decimal comma. */
  private static String decimalComma(ColumnSample column) {
    return !column.example().matches("[-+]?\\d+,\\d+")
        ? ""
        : "column "
            + column.name()
            + " has texts such as '"
            + column.example()
            + "', so each is a category; numbers are written with a point";
  }

  /** Texts of another encoding, whose bytes are taken as they are. */
  private static String otherEncoding(ColumnSample column) {
    return column.counts().keySet().stream().noneMatch(text -> text.indexOf(REPLACED) >= 0)
        ? ""
        : "column "
            + column.name()
            + " has texts that are not UTF-8, which equal texts of another file may not be;"
            + " convert the file, as iconv -f LATIN1 -t UTF-8 does";
  }

  /** Categories that no two records share, from which nothing can be learned. */
  private static String unique(ColumnSample column) {
    int distinct = column.counts().size();
    boolean isUnique =
        distinct >= LEAST_UNIQUE
            && distinct < ColumnSample.MOST_DISTINCT
            && column.counts().values().stream().allMatch(count -> count == 1);
    return !isUnique
        ? ""
        : "column "
            + column.name()
            + " differs in every record that was read; --features=-"
            + column.name()
            + " leaves it out";
  }
}
