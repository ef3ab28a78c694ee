package trainer.data.format;

import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.data.file.PinnedFile;
import trainer.data.format.avro.AvroFormat;
import trainer.data.format.libsvm.LibsvmFormat;

/**
 * Chooses the format of each file: the configured one, or the one that its first bytes indicate.
 */
public final class InputFormats {
  private final Keys.Format wanted;
  private final InputFormat avro;
  private final InputFormat libsvm;

  public InputFormats(Settings settings) {
    FormatSettings cutting = FormatSettings.of(settings);
    this.wanted = settings.get(Keys.INPUT_FORMAT);
    this.avro = new AvroFormat(cutting);
    this.libsvm = new LibsvmFormat(cutting);
  }

  /**
   * The format of {@code file}.
   *
   * @throws FailureException INPUT_BAD_FILE if the file cannot be in that format
   */
  public InputFormat of(PinnedFile file) {
    byte[] first = new byte[(int) Math.min(FileStart.LENGTH, file.length())];
    file.read(0, first, 0, first.length);
    FileStart magic = new FileStart(first);
    boolean namedAvro = file.file().path().endsWith(".avro");
    if (wanted == Keys.Format.AVRO || (wanted == Keys.Format.AUTO && (namedAvro || magic.avro()))) {
      if (!magic.avro()) {
        throw bad(file, "not an Avro container file", magic);
      }
      return avro;
    }
    if (magic.avro() && first.length >= 4) {
      throw bad(file, "an Avro container file, not text", magic);
    }
    if (magic.refused() != null || !magic.text()) {
      throw bad(file, "not libsvm text", magic);
    }
    return libsvm;
  }

  private static FailureException bad(PinnedFile file, String what, FileStart magic) {
    if (file.length() == 0) {
      return new FailureException(
          FailureKind.INPUT_BAD_FILE, what, file.file().path() + " (0 bytes)", "remove the file");
    }
    String guess =
        magic.refused() == null
            ? ""
            : "; it looks like " + magic.refused() + ", which Trainer does not read yet";
    String advice =
        magic.refused() == null
            ? "check trainer.input and trainer.input.format"
            : "rewrite it as Avro or as plain libsvm text";
    return new FailureException(
        FailureKind.INPUT_BAD_FILE,
        what + guess,
        file.file().path() + " begins with " + magic.shown(),
        advice);
  }
}
