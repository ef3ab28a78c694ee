package trainer.core.job;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.id.Version;

/**
 * The name of a checkpoint's folder, ordered by version and then by mark. {@code 1200-3-1} is
 * version 1200, kept under line 3 by the master of term 1. {@code 1200.7-3-1} has, in addition, the
 * part of the next version that was made by mark 7.
 *
 * @param mark 0 for a committed version
 */
public record CheckpointName(Version version, long mark, Line line, Term term)
    implements Comparable<CheckpointName> {
  private static final String NUMBER = "([0-9]{1,18})";
  private static final Pattern NAME =
      Pattern.compile(NUMBER + "(?:\\." + NUMBER + ")?-" + NUMBER + "-" + NUMBER);
  private static final Comparator<CheckpointName> ORDER =
      Comparator.comparing(CheckpointName::version)
          .thenComparingLong(CheckpointName::mark)
          .thenComparing(CheckpointName::line)
          .thenComparing(CheckpointName::term);

  /** Reads one; empty if this is not the name of a checkpoint. */
  public static Optional<CheckpointName> of(String name) {
    Matcher parts = NAME.matcher(name);
    return parts.matches()
        ? Optional.of(
            new CheckpointName(
                new Version(Long.parseLong(parts.group(1))),
                parts.group(2) == null ? 0 : Long.parseLong(parts.group(2)),
                new Line(Long.parseLong(parts.group(3))),
                new Term(Long.parseLong(parts.group(4)))))
        : Optional.empty();
  }

  @Override
  public int compareTo(CheckpointName other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return version + (mark == 0 ? "" : "." + mark) + "-" + line + "-" + term;
  }
}
