package trainer.client.export;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import trainer.core.feature.FeatureTerm;

/**
 * A feature in words: what a key of a table's model is the hash of.
 *
 * @param term the term of {@code trainer.features} that gives it
 * @param values of a category, the text of each column of the term, null for NULL; of a bucket its
 *     number; else empty
 */
record FeatureName(FeatureTerm term, Kind kind, List<String> values) {
  /** Kinds of features. */
  enum Kind {
    /** The value of a number. */
    NUMBER,
    /** A category, or a cross of categories. */
    CATEGORY,
    /** An interval of a number. */
    BUCKET,
    /** NULL in the column of the term. */
    MISSING,
    /** NaN in the column of the term. */
    NAN
  }

  FeatureName {
    values = Collections.unmodifiableList(new ArrayList<>(values));
  }

  FeatureName(FeatureTerm term, Kind kind) {
    this(term, kind, List.of());
  }

  /**
   * {@code age}, {@code pay:log}, {@code job=nurse}, {@code age in [18, 30)}, {@code age is NULL}.
   */
  String text() {
    String column = term.columns().get(0);
    return switch (kind) {
      case NUMBER -> term.text();
      case CATEGORY ->
          IntStream.range(0, values.size())
              .mapToObj(i -> category(term.columns().get(i), values.get(i)))
              .collect(Collectors.joining(", "));
      case BUCKET -> column + " in " + interval();
      case MISSING -> column + " is NULL";
      case NAN -> column + " is NaN";
    };
  }

  private static String category(String column, String value) {
    return value == null ? column + " is NULL" : column + "=" + value;
  }

  /** The number of a bucket. */
  int bucket() {
    return Integer.parseInt(values.get(0));
  }

  private String interval() {
    String[] bounds = ((FeatureTerm.Bucket) term).bounds().toString().split(";", -1);
    int bucket = bucket();
    return (bucket == 0 ? "(-inf" : "[" + bounds[bucket - 1])
        + ", "
        + (bucket == bounds.length ? "inf)" : bounds[bucket] + ")");
  }
}
