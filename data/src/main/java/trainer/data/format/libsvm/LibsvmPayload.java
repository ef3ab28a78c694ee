package trainer.data.format.libsvm;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.BiFunction;
import trainer.core.failure.Failure;
import trainer.core.feature.encode.TableEncoding;
import trainer.core.input.LabelRule;
import trainer.data.format.DigitWord;
import trainer.data.format.ExamplesBuffer;
import trainer.data.format.FormatSettings;
import trainer.data.format.TableSample;
import trainer.data.format.payload.Payload;
import trainer.data.format.payload.PayloadDecoder;
import trainer.data.format.payload.PayloadSampler;

/** Records that are a libsvm line each, with or without its newline. */
public final class LibsvmPayload implements Payload {
  @Override
  public PayloadDecoder decoder(
      String path,
      FormatSettings settings,
      LabelRule labels,
      TableEncoding encoding,
      ExamplesBuffer buffer) {
    settings.table().requireNothingKept(path);
    return new Decoder(labels, buffer);
  }

  /** Rows of keys and values have no columns. */
  @Override
  public PayloadSampler sampler(String path, FormatSettings settings, TableSample sample) {
    return PayloadSampler.NONE;
  }

  private static final class Decoder implements PayloadDecoder {
    private static final int MOST_DIAGNOSED = 400;

    private final LibsvmParser parser;
    private final ExamplesBuffer buffer;
    private byte[] line = new byte[0];

    Decoder(LabelRule labels, ExamplesBuffer buffer) {
      this.parser = new LibsvmParser(labels);
      this.buffer = buffer;
    }

    @Override
    public void decode(
        byte[] bytes, int from, int to, BiFunction<String, String, Failure> invalid) {
      int end = to > from && bytes[to - 1] == '\n' ? to - 1 : to;
      int length = end - from;
      if (line.length < length + 1 + DigitWord.BYTES) {
        line = new byte[2 * length + 1 + DigitWord.BYTES];
      }
      System.arraycopy(bytes, from, line, 0, length);
      for (int i = 0; i < length; i++) {
        if (line[i] == '\n') {
          buffer.reject(
              () -> invalid.apply("the record is several lines", "write a line a record"));
          return;
        }
      }
      line[length] = '\n';
      long seen = buffer.seen();
      parser.parse(
          line, 0, length + 1, buffer, bad -> buffer.reject(() -> failure(bad, length, invalid)));
      if (buffer.seen() == seen) {
        buffer.reject(() -> invalid.apply("the record is a blank line", "leave it out"));
      }
    }

    private Failure failure(
        BadLineException bad, int length, BiFunction<String, String, Failure> invalid) {
      int shown = Math.min(MOST_DIAGNOSED, length);
      byte[] start = Arrays.copyOf(line, shown);
      LineDiagnosis diagnosis =
          LineDiagnosis.of(bad, new String(start, StandardCharsets.ISO_8859_1));
      return invalid.apply(diagnosis.what(), diagnosis.advice());
    }
  }
}
