package trainer.data.format.hadoop;

import java.util.Arrays;

/** The first value of a file that is not empty. */
final class FirstValue {
  /** The records among which it is searched. */
  private static final int MOST_SEARCHED = 1000;

  private FirstValue() {}

  /**
   * Its bytes; none if it is not among the first records.
   *
   * @throws trainer.core.failure.FailureException as {@link SplitReader#next}
   */
  static byte[] of(FileSplits splits) {
    int searched = 0;
    for (SplitPlace place : splits.places()) {
      try (SplitReader records = splits.open(place)) {
        while (searched++ < MOST_SEARCHED && records.next()) {
          if (records.value().length() > 0) {
            return Arrays.copyOf(records.value().bytes(), records.value().length());
          }
        }
      }
    }
    return new byte[0];
  }
}
