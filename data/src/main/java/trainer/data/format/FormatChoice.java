package trainer.data.format;

import java.util.Comparator;
import java.util.Optional;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.core.feature.encode.TableEncoding;
import trainer.core.input.LabelRule;
import trainer.data.file.PinnedFile;

/**
 * Reads each file in its format: the configured one, or the one that has the most evidence.
 * Immutable and thread-safe.
 */
public final class FormatChoice {
  private final Optional<InputFormat> wanted;
  private final FormatSettings settings;

  /**
   * The choice by one job's settings.
   *
   * @throws FailureException CONFIG_INVALID if {@code trainer.input.format} names no format
   */
  public FormatChoice(Settings settings) {
    this.settings = FormatSettings.of(settings);
    String name = settings.get(Keys.INPUT_FORMAT);
    this.wanted = InputFormats.all().stream().filter(one -> one.name().equals(name)).findFirst();
    if (wanted.isEmpty() && !name.equals(InputFormats.AUTO)) {
      throw Keys.INPUT_FORMAT
          .refusal(name, Keys.INPUT_FORMAT.name(), InputFormats.words())
          .toException();
    }
  }

  private InputFormat of(PinnedFile file) {
    FileStart start = FileStart.of(file);
    InputFormat format = wanted.orElseGet(() -> mostEvident(start));
    format.requireFit(start);
    return format;
  }

  private InputFormat mostEvident(FileStart start) {
    return InputFormats.all().stream()
        .max(Comparator.comparing(one -> one.sniff(start, settings)))
        .get();
  }

  /**
   * The head of a checked file.
   *
   * @param format the title of the file's format
   */
  public record Checked(String format, Head head) {}

  /** Parses a file's head; see {@link InputFormat#check}. */
  public Checked check(PinnedFile file, LabelRule labels) {
    InputFormat format = of(file);
    return new Checked(format.title(), format.check(file, settings, labels));
  }

  /** Samples a file; see {@link InputFormat#sample}. */
  public void sample(PinnedFile file, TableSample sample) {
    of(file).sample(file, settings, sample);
  }

  /** Cuts a file; see {@link InputFormat#cut}. */
  public void cut(PinnedFile file, BlockSink blocks) {
    of(file).cut(file, settings, blocks);
  }

  /** Opens a decoder of a file's blocks; see {@link InputFormat#open}. */
  public BlockDecoder open(PinnedFile file, LabelRule labels, TableEncoding encoding) {
    return of(file).open(file, settings, labels, encoding);
  }
}
