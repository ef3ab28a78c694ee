package trainer.data.index;

import java.util.List;
import org.apache.hadoop.conf.Configuration;
import trainer.core.config.Settings;
import trainer.core.failure.FailureKind;
import trainer.core.input.InputFile;
import trainer.data.file.InputLister;
import trainer.data.file.PinnedFile;
import trainer.data.file.StorageFailures;
import trainer.data.format.FormatChoice;
import trainer.data.format.TableSample;

/** Samples the columns of an input from the first records of its first files. */
public final class InputSample {
  private InputSample() {}

  /**
   * The columns; none if the input's rows are keys and values.
   *
   * @param inputs as in {@link InputCheck#check}
   * @throws trainer.core.failure.FailureException as {@link InputCheck#check}
   */
  public static TableSample of(Configuration hadoop, Settings settings, String inputs) {
    FormatChoice formats = new FormatChoice(settings);
    TableSample sample = new TableSample();
    List<InputFile> files = new InputLister(hadoop).list(inputs).files();
    for (InputFile file : files.subList(0, Math.min(InputCheck.MOST_FILES, files.size()))) {
      StorageFailures.guard(
          file.path(),
          FailureKind.INPUT_GONE,
          () -> {
            try (PinnedFile open = PinnedFile.openListed(hadoop, file)) {
              formats.sample(open, sample);
              return null;
            }
          });
    }
    return sample;
  }
}
