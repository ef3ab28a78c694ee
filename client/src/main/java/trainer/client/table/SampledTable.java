package trainer.client.table;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.input.Labels;
import trainer.data.file.InputLister;
import trainer.data.format.TableSample;

/** The table that a job reads, by a sample of its first records. */
public interface SampledTable {
  /**
   * Samples an input.
   *
   * @param reading has the file systems, and the classes of the input's format
   * @param labels the labels that the model takes
   * @return empty for rows of keys and values, and where the model knows the table
   * @throws FailureException CONFIG_INVALID, CONFIG_CONFLICT for settings that do not fit the input
   */
  static Optional<? extends SampledTable> of(
      Configuration reading, Settings settings, InputLister.Listing input, Labels labels) {
    if (settings.find(Keys.IMPORT_FORMAT).isPresent()) {
      return ImportTable.of(reading, settings, input);
    }
    if (settings.appliesForeignModel()) {
      return Optional.of(ForeignTable.of(reading, settings, input));
    }
    return settings.isTraining()
        ? InputTable.of(reading, settings, input, labels)
        : Optional.empty();
  }

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
