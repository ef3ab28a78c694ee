package trainer.data.format.hadoop;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.failure.Thrown;
import trainer.data.file.StorageFailures;

/**
 * Classifies the exceptions of an InputFormat. An exception of a file system's client is that of
 * the storage, which may be tried again. Any other one is an input that the class cannot read.
 */
final class FormatFailures {
  /** The packages whose exceptions are those of a storage or of the network. */
  private static final List<String> STORAGES =
      List.of(
          "java.net.",
          "java.nio.channels.",
          "org.apache.hadoop.fs.",
          "org.apache.hadoop.hdfs.",
          "org.apache.hadoop.ipc.",
          "org.apache.hadoop.net.");

  private final String format;
  private final String path;

  /**
   * @param format the name of the class
   * @param path of the file, for messages
   */
  FormatFailures(String format, String path) {
    this.format = format;
    this.path = path;
  }

  /** The file. */
  String path() {
    return path;
  }

  /** The failure that an exception means. */
  FailureException of(Throwable thrown, String where) {
    if (thrown instanceof OutOfMemoryError) {
      // Hadoop's readers allocate what a damaged length says, which leaves the heap as it was.
      return new FailureException(
          new Failure(
              FailureKind.RECORD_TOO_LARGE,
              format + " needs more memory for a record than there is; its length may be damaged",
              where,
              "restore the file, or raise the memory of master and workers"),
          thrown);
    }
    Thrown.requireOfCode(thrown);
    if (thrown instanceof InterruptedException) {
      Thread.currentThread().interrupt();
      return new FailureException(
          FailureKind.INTERRUPTED, "stopped while the input was read", where, "");
    }
    if (thrown instanceof Exception e) {
      FailureException known = StorageFailures.of(e, where, FailureKind.INPUT_GONE);
      if (known.failure().kind() != FailureKind.STORAGE_FAILED || isOfStorage(e)) {
        return known;
      }
    }
    return new FailureException(
        new Failure(
            FailureKind.INPUT_CORRUPT,
            format + " cannot read the file: " + Thrown.inWords(thrown),
            where,
            "restore the file, or name the InputFormat that wrote it"),
        thrown);
  }

  private static boolean isOfStorage(Throwable thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      String name = cause.getClass().getName();
      if (cause instanceof InterruptedIOException
          || (cause instanceof IOException && STORAGES.stream().anyMatch(name::startsWith))) {
        return true;
      }
    }
    return false;
  }
}
