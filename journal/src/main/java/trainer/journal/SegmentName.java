package trainer.journal;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.Path;
import trainer.core.id.Term;

/**
 * The name of a segment: {@code journal-<term>-<segment>.avro}. A master begins segment 0 of its
 * term in each log, and a new segment whenever the outcome of its last append is unknown.
 */
record SegmentName(Term term, int segment) {
  static final Comparator<SegmentName> ORDER =
      Comparator.comparing(SegmentName::term).thenComparingInt(SegmentName::segment);

  private static final Pattern PATTERN = Pattern.compile("journal-(\\d{1,18})-(\\d{1,9})\\.avro");

  /** The name of a file, if it is a segment's. */
  static Optional<SegmentName> of(Path file) {
    Matcher name = PATTERN.matcher(file.getName());
    return name.matches()
        ? Optional.of(
            new SegmentName(
                new Term(Long.parseLong(name.group(1))), Integer.parseInt(name.group(2))))
        : Optional.empty();
  }

  Path in(Path folder) {
    return new Path(folder, "journal-" + term + "-" + segment + ".avro");
  }
}
