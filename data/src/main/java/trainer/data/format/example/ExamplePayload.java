package trainer.data.format.example;

import trainer.core.feature.encode.TableEncoding;
import trainer.core.input.LabelRule;
import trainer.data.format.ExamplesBuffer;
import trainer.data.format.FormatSettings;
import trainer.data.format.TableSample;
import trainer.data.format.TableUse;
import trainer.data.format.payload.Payload;
import trainer.data.format.payload.PayloadDecoder;
import trainer.data.format.payload.PayloadSampler;

/**
 * Records of {@code tf.Example}. They are rows of a table if the job names columns. For a job that
 * names none they are rows of keys and values; a sample whose first record has no {@code indices}
 * is of a table, and names the columns for the job.
 */
public final class ExamplePayload implements Payload {
  static final String NOT = "not a tf.Example: ";
  static final String ADVICE = "correct the record, or leave it out";

  @Override
  public PayloadDecoder decoder(
      String path,
      FormatSettings settings,
      LabelRule labels,
      TableEncoding encoding,
      ExamplesBuffer buffer) {
    TableUse use = settings.table();
    if (TableUse.isAsked(settings.job())) {
      return new RowDecoder(path, use, labels, encoding, buffer);
    }
    use.requireNothingKept(path);
    return new KeyedDecoder(use.isLabelRequired(), labels, buffer);
  }

  @Override
  public PayloadSampler sampler(String path, FormatSettings settings, TableSample sample) {
    return new RowSampler(path, settings, sample);
  }

  /** Whether a record is an example: a message with features, all of which can be read. */
  public static boolean isExample(byte[] bytes, int from, int to) {
    MessageBytes in = new MessageBytes();
    in.set(bytes, from, to);
    FeatureValue scratch = new FeatureValue("");
    int[] features = new int[1];
    try {
      FeatureMap.visit(
          in,
          (value, start, end) -> {
            scratch.read(value);
            features[0]++;
          });
    } catch (BadMessageException e) {
      return false;
    }
    return features[0] > 0;
  }
}
