package trainer.client.submit;

import java.util.List;
import java.util.Map;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.data.format.TableSample;

/** The table that a job reads, by a sample of its first records. */
interface SampledTable {
  /** The settings that name the use of each column, so that no process guesses. */
  Map<String, String> resolvedSettings();

  /** A line for each column that is left out, or probably not what the job wants of it. */
  List<String> warnings();

  /** The columns for people: two lines of headers, and a line a column. */
  List<String> lines();

  /**
   * Refuses a table without a whole record.
   *
   * @throws FailureException INPUT_EMPTY
   */
  static void requireRecords(TableSample sample, Settings settings) {
    if (sample.records() == 0) {
      throw new FailureException(
          FailureKind.INPUT_EMPTY,
          "no whole record is among the first records: they are none, or all of them are broken",
          settings.get(Keys.INPUT),
          "compare the header with the first record: each record needs a field for each column");
    }
  }
}
