package trainer.avro;

import org.apache.avro.file.DataFileStream;
import org.apache.avro.file.DataFileWriter;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/** The {@code formatVersion} in the metadata of every file we write; a higher one is refused. */
public final class FormatVersion {
  private static final String KEY = "formatVersion";

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
    byte[] text = file.getMeta(KEY);
    if (text == null) {
      throw new FailureException(
          FailureKind.VERSION_NOT_SUPPORTED,
          "the file has no " + KEY + " and was not written by Trainer",
          where,
          "");
    }
    long found = file.getMetaLong(KEY);
    if (found < 1 || found > newest) {
      throw new FailureException(
          FailureKind.VERSION_NOT_SUPPORTED,
          KEY + " is " + found + ", this Trainer reads 1 to " + newest,
          where,
          "use the Trainer that wrote it, or a newer one");
    }
  }
}
