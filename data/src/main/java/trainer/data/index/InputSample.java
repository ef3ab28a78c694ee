package trainer.data.index;

import java.util.List;
import org.apache.hadoop.conf.Configuration;
import trainer.core.config.Settings;
import trainer.core.failure.FailureKind;
import trainer.core.input.InputFile;
import trainer.data.file.InputLister;
import trainer.data.file.Partition;
import trainer.data.file.PinnedFile;
import trainer.data.file.StorageFailures;
import trainer.data.format.ColumnSample;
import trainer.data.format.FormatChoice;
import trainer.data.format.TableSample;
import trainer.data.format.table.FieldText;

/** Samples the columns of an input from the first records of its first files. */
public final class InputSample {
  private InputSample() {}

  /**
   * The columns; none if the input's rows are keys and values.
   *
   * @param input its files
   * @throws trainer.core.failure.FailureException as {@link InputCheck#check}
   */
  public static TableSample of(Configuration hadoop, Settings settings, InputLister.Listing input) {
    FormatChoice formats = new FormatChoice(hadoop, settings);
    TableSample sample = new TableSample();
    List<InputFile> files =
        input.files().stream()
            .filter(file -> file.length() > 0)
            .limit(InputCheck.MOST_FILES)
            .toList();
    for (InputFile file : files) {
      StorageFailures.guard(
          file.path(),
          FailureKind.INPUT_GONE,
          () -> {
            try (PinnedFile open = PinnedFile.openListed(hadoop, file)) {
              long before = sample.records();
              formats.sample(open, sample);
              addPartitions(file, sample, sample.records() - before);
              return null;
            }
          });
    }
    return sample;
  }

  /** The columns of the folders above a file, with their value in each of its records. */
  private static void addPartitions(InputFile file, TableSample sample, long records) {
    if (sample.columns().isEmpty()) {
      return; // its rows are keys and values
    }
    List<String> own = sample.columns().stream().map(ColumnSample::name).toList();
    for (Partition partition : Partition.of(file.path())) {
      ColumnSample column = sample.column(partition.column());
      boolean isPartition = !own.contains(partition.column()) || column.isPartition();
      column.setPartition(isPartition);
      for (long i = 0; isPartition && i < records; i++) {
        partition
            .value()
            .ifPresentOrElse(
                text -> column.add(text, FieldText.isNumber(text)), column::addMissing);
      }
    }
  }
}
