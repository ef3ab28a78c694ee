package trainer.data.format;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.core.feature.encode.TableEncoding;
import trainer.core.input.LabelRule;
import trainer.data.file.Compression;
import trainer.data.file.PinnedFile;

/**
 * Reads each file in its format: the configured one, or the one that has the most evidence.
 * Immutable and thread-safe.
 */
public final class FormatChoice {
  /** Decompressed bytes from which a head or a sample is taken. */
  private static final long HEAD_BYTES = 1 << 20;

  private final Optional<InputFormat> wanted;
  private final FormatSettings settings;

  /**
   * The choice by one job's settings.
   *
   * @param hadoop the configuration of a format of Hadoop, whose class loader finds it
   * @throws FailureException CONFIG_INVALID if {@code trainer.input.format} names no format;
   *     CLASS_NOT_FOUND, CLASS_WRONG_TYPE if it names a class that is none
   */
  public FormatChoice(Configuration hadoop, Settings settings) {
    this(wanted(hadoop, settings), FormatSettings.of(settings));
  }

  private static Optional<InputFormat> wanted(Configuration hadoop, Settings settings) {
    String name = settings.get(Keys.INPUT_FORMAT);
    Optional<InputFormat> wanted =
        InputFormats.isClass(name)
            ? Optional.of(InputFormats.ofClass(name, hadoop))
            : InputFormats.all().stream().filter(one -> one.name().equals(name)).findFirst();
    if (wanted.isEmpty() && !name.equals(InputFormats.AUTO)) {
      throw Keys.INPUT_FORMAT
          .refusal(name, Keys.INPUT_FORMAT.name(), InputFormats.words())
          .toException();
    }
    return wanted;
  }

  private FormatChoice(Optional<InputFormat> wanted, FormatSettings settings) {
    this.wanted = wanted;
    this.settings = settings;
  }

  /**
   * The choice for the blocks of one input.
   *
   * @param bytes of all its files
   */
  public FormatChoice ofInput(long bytes) {
    return new FormatChoice(wanted, settings.ofInput(bytes));
  }

  private InputFormat of(PinnedFile file, String path) {
    FileStart start = FileStart.of(file, path);
    InputFormat format = wanted.orElseGet(() -> mostEvident(start));
    format.requireFit(start);
    return format;
  }

  private InputFormat mostEvident(FileStart start) {
    return InputFormats.all().stream()
        .max(Comparator.comparing(one -> one.sniff(start, settings)))
        .get();
  }

  /** A file as its format sees it: a copy without compression, if it is compressed as a whole. */
  private record Plain(PinnedFile file, InputFormat format, boolean isCopy)
      implements AutoCloseable {
    @Override
    public void close() {
      if (isCopy) {
        try {
          file.close();
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }

  /**
   * @param most decompressed bytes beyond which the rest is left out
   */
  private Plain plain(PinnedFile file, long most) {
    boolean isFormats = wanted.map(InputFormat::isDecompressing).orElse(false);
    Optional<Compression> compression = isFormats ? Optional.empty() : file.compression();
    String path = file.file().path();
    if (compression.isEmpty()) {
      return new Plain(file, of(file, path), false);
    }
    PinnedFile copy = file.decompressed(compression.get(), most);
    return ownedBy(copy, () -> new Plain(copy, of(copy, compression.get().plain(path)), true));
  }

  /** Makes the owner of a copy; closes the copy if it cannot be made. */
  private static <T> T ownedBy(PinnedFile copy, Supplier<T> owner) {
    try {
      return owner.get();
    } catch (RuntimeException e) {
      try {
        copy.close();
      } catch (IOException suppressed) {
        e.addSuppressed(suppressed);
      }
      throw e;
    }
  }

  /**
   * The head of a checked file.
   *
   * @param format the title of the file's format
   */
  public record Checked(String format, Head head) {}

  /** Parses a file's head; see {@link InputFormat#check}. */
  public Checked check(PinnedFile file, LabelRule labels) {
    return ofHead(
        file,
        plain -> {
          Head head = plain.format.check(plain.file, settings, labels);
          boolean isWhole = head.whole() && plain.file.length() < HEAD_BYTES;
          return new Checked(
              plain.format.title(),
              plain.isCopy ? new Head(head.records(), isWhole, head.bad()) : head);
        });
  }

  /** Samples a file; see {@link InputFormat#sample}. */
  public void sample(PinnedFile file, TableSample sample) {
    ofHead(
        file,
        plain -> {
          plain.format.sample(plain.file, settings, sample);
          return sample;
        });
  }

  /**
   * Looks at the head of a file. The end of a head that is cut off may look like damage; then a
   * longer head is taken, which holds the longest record.
   */
  private <T> T ofHead(PinnedFile file, Function<Plain, T> look) {
    try (Plain plain = plain(file, HEAD_BYTES)) {
      try {
        return look.apply(plain);
      } catch (FailureException e) {
        if (!plain.isCopy || plain.file.length() < HEAD_BYTES) {
          throw e;
        }
      }
    }
    try (Plain longer = plain(file, HEAD_BYTES + settings.maxRecordBytes())) {
      return look.apply(longer);
    }
  }

  /** Cuts a file; see {@link InputFormat#cut}. */
  public void cut(PinnedFile file, BlockSink blocks) {
    try (Plain plain = plain(file, Long.MAX_VALUE)) {
      if (plain.isCopy) {
        FormatSettings ofCopy = CompressedText.settings(settings.ofInput(plain.file.length()));
        CompressedText.report(file, CompressedText.cut(plain.format, plain.file, ofCopy), blocks);
      } else {
        plain.format.cut(file, settings.ofInput(file.length()), blocks);
      }
    }
  }

  /** Opens a decoder of a file's blocks; see {@link InputFormat#open}. */
  public BlockDecoder open(PinnedFile file, LabelRule labels, TableEncoding encoding) {
    Plain plain = plain(file, Long.MAX_VALUE);
    if (!plain.isCopy) {
      return plain.format.open(file, settings, labels, encoding);
    }
    FormatSettings ofCopy = CompressedText.settings(settings);
    return ownedBy(
        plain.file,
        () ->
            new CompressedText(
                plain.file,
                plain.format.open(plain.file, ofCopy, labels, encoding),
                CompressedText.cut(plain.format, plain.file, ofCopy)));
  }
}
