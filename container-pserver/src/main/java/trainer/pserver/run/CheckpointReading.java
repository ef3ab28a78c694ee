package trainer.pserver.run;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.security.AccessControlException;
import trainer.avro.model.ModelFolder;
import trainer.container.files.Patience;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/**
 * Reads the files of a checkpoint, and tells a file that is gone or broken from a storage that is
 * away.
 *
 * <pre>
 * not there, or no copy with the right checksum   → damaged, at once
 * the patience is over, the folder can be listed  → damaged: a block of this file is lost
 * the patience is over, the folder cannot         → the storage is away: the IOException
 * </pre>
 */
final class CheckpointReading {
  private final Patience patience;

  CheckpointReading(Patience patience) {
    this.patience = patience;
  }

  /**
   * What {@code call} reads of a file.
   *
   * @throws FailureException {@code MODEL_CORRUPT} when the file is gone or broken
   * @throws IOException when the storage is away, or refuses this user
   */
  <T> T read(ModelFolder folder, String file, Patience.Call<T> call) throws IOException {
    try {
      return patience.until(
          "Reading " + file + " of " + folder.location(), () -> readOnce(folder, file, call));
    } catch (AccessControlException | InterruptedIOException e) {
      throw e;
    } catch (IOException e) {
      if (isThere(folder)) {
        throw damage(folder, file, e);
      }
      throw e;
    }
  }

  private static <T> T readOnce(ModelFolder folder, String file, Patience.Call<T> call)
      throws IOException {
    try {
      return call.call();
    } catch (FileNotFoundException | ChecksumException e) { // of all copies, where there are more
      throw damage(folder, file, e);
    }
  }

  private static boolean isThere(ModelFolder folder) {
    try {
      return folder.names() != null;
    } catch (IOException e) {
      return false;
    }
  }

  private static FailureException damage(ModelFolder folder, String file, IOException cause) {
    return new FailureException(
        new Failure(
            FailureKind.MODEL_CORRUPT,
            "it cannot be read: " + cause,
            folder.location() + "/" + file,
            "check the file system's health"),
        cause);
  }
}
