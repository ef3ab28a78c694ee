package trainer.avro.model;

import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/** Makes the failures of damaged model files. */
public final class CorruptModel {
  static final String ADVICE = "restore the file from a copy, or train again";

  private CorruptModel() {}

  /** A file is damaged in the block that begins at {@code offset}. */
  static FailureException at(String file, long offset, String what) {
    return new FailureException(
        FailureKind.MODEL_CORRUPT, what, file + " near byte " + offset, ADVICE);
  }

  /** A file is damaged as a whole. */
  public static FailureException in(String file, String what) {
    return new FailureException(FailureKind.MODEL_CORRUPT, what, file, ADVICE);
  }

  /** Refuses an unknown format version; {@code text} is the metadata's. */
  static void requireKnownVersion(String file, String text) {
    int version;
    try {
      version = Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw in(file, ModelFormat.FORMAT_VERSION_KEY + " is '" + text + "'");
    }
    if (version > ModelFormat.VERSION) {
      throw new FailureException(
          FailureKind.VERSION_NOT_SUPPORTED,
          "model format " + version + ", this Trainer reads up to " + ModelFormat.VERSION,
          file,
          "use the version of Trainer that wrote the model, or a newer one");
    }
    if (version < 1) {
      throw in(file, ModelFormat.FORMAT_VERSION_KEY + " is " + version);
    }
  }
}
