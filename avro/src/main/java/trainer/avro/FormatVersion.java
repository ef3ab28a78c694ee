package trainer.avro;

import org.apache.avro.file.DataFileStream;
import org.apache.avro.file.DataFileWriter;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/** The {@code formatVersion} in the metadata of every file we write; a higher one is refused. */
public final class FormatVersion {
  /** Its key in the metadata. */
  public static final String KEY = "formatVersion";

  private FormatVersion() {}

  /** To be called before the file is created. */
  public static void put(DataFileWriter<?> writer, int version) {
    writer.setMeta(KEY, version);
  }

  /**
   * Checks an opened file.
   *
   * @param newest the newest version this code reads
   * @param where the file, for the message
   */
  public static void check(DataFileStream<?> file, int newest, String where) {
    check(file.getMetaString(KEY), newest, where);
  }

  /** Checks the version text of an opened file. */
  public static void check(String text, int newest, String where) {
    if (text == null) {
      throw new FailureException(
          FailureKind.VERSION_NOT_SUPPORTED,
          "the file has no " + KEY + " and was not written by Trainer",
          where,
          "");
    }
    if (!text.matches("\\d{1,9}")
        || Integer.parseInt(text) < 1
        || Integer.parseInt(text) > newest) {
      throw new FailureException(
          FailureKind.VERSION_NOT_SUPPORTED,
          KEY + " is " + text + ", this Trainer reads 1 to " + newest,
          where,
          "use the Trainer that wrote it, or a newer one");
    }
  }
}
