package trainer.data.format.payload;

import trainer.core.feature.encode.TableEncoding;
import trainer.core.input.LabelRule;
import trainer.data.format.ExamplesBuffer;
import trainer.data.format.FormatSettings;
import trainer.data.format.TableSample;

/** The meaning of the bytes of a record. Immutable and thread-safe. */
public interface Payload {
  /**
   * A decoder of the records of one file.
   *
   * @param path of the file
   * @param labels records with other labels are broken
   * @param buffer receives the examples
   * @throws trainer.core.failure.FailureException INPUT_BAD_FILE for columns that do not fit their
   *     use
   */
  PayloadDecoder decoder(
      String path,
      FormatSettings settings,
      LabelRule labels,
      TableEncoding encoding,
      ExamplesBuffer buffer);

  /** A sampler of the first records of one file. */
  PayloadSampler sampler(String path, FormatSettings settings, TableSample sample);
}
