package trainer.client.submit;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import org.apache.hadoop.fs.Path;
import trainer.container.files.WriteFailures;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.data.file.StorageFailures;

/** The reasons why a folder cannot be written to. */
final class UnwritableFolder {
  private UnwritableFolder() {}

  /**
   * The failure of an attempt to write.
   *
   * @param what the object to be written, as a subject
   */
  static FailureException of(String what, Path folder, String advice, IOException cause) {
    Failure known =
        StorageFailures.of(cause, folder.toString(), FailureKind.NOT_WRITABLE).failure();
    if (known.kind() != FailureKind.NOT_WRITABLE && known.kind() != FailureKind.STORAGE_FAILED) {
      return new FailureException(known, cause);
    }
    Failure written = WriteFailures.of(cause, folder.toString());
    boolean lasts = written.kind() != FailureKind.STORAGE_FAILED;
    String why =
        cause instanceof NoSuchFileException
            ? "no folder can be made in " + folder.getParent()
            : ServiceFailure.firstLine(String.valueOf(cause));
    return failure(what, folder, advice, lasts ? written.what() : why, cause);
  }

  static FailureException failure(
      String what, Path folder, String advice, String why, Exception cause) {
    return new FailureException(
        new Failure(
            FailureKind.NOT_WRITABLE,
            what + " cannot be written: " + why,
            folder.toString(),
            advice),
        cause);
  }
}
