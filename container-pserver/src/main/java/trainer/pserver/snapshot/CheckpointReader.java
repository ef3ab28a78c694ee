package trainer.pserver.snapshot;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.security.AccessControlException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.avro.model.ModelFolder;
import trainer.container.files.RetryPolicy;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.failure.OpenFileLimit;

/**
 * The reader of the files of a checkpoint. It distinguishes a lost or damaged file from an outage
 * of the storage.
 *
 * <pre>
 * not there, or no copy with the right checksum → damaged, at once
 * retries are exhausted, the storage works      → damaged: a block of this file is lost
 * retries are exhausted, the storage does not   → an outage: it is read again until that is over
 * </pre>
 *
 * <p>A NameNode lists folders in an outage of all DataNodes, so a listing shows nothing. A storage
 * works if the probe has read bytes of it.
 */
public final class CheckpointReader {
  private static final Logger LOG = LoggerFactory.getLogger(CheckpointReader.class);

  private final RetryPolicy patience;
  private final BooleanSupplier storageWorks;

  /**
   * Creates a reader.
   *
   * @param patience how long a file may fail before the storage is probed
   * @param storageWorks probes the storage; called when the retries are exhausted
   */
  public CheckpointReader(RetryPolicy patience, BooleanSupplier storageWorks) {
    this.patience = patience;
    this.storageWorks = storageWorks;
  }

  /**
   * Reads a file by {@code call}, which is repeated during an outage of the storage.
   *
   * @throws FailureException {@code MODEL_CORRUPT} when the file is gone or broken
   * @throws IOException when the storage refuses this user, or the thread is interrupted
   */
  <T> T read(ModelFolder folder, String file, RetryPolicy.Call<T> call) throws IOException {
    String what = "Reading " + file + " of " + folder.location();
    while (true) {
      try {
        return patience.until(what, () -> readOnce(folder, file, call));
      } catch (IOException e) {
        if (isFinal(e)) {
          throw e;
        }
        if (storageWorks.getAsBoolean()) {
          throw damage(folder, file, e);
        }
        LOG.warn("{}: the storage is away, so no damage is seen in this: {}", what, e.toString());
      }
    }
  }

  private static boolean isFinal(IOException e) {
    return e instanceof AccessControlException
        || Thread.currentThread().isInterrupted()
        || (e instanceof InterruptedIOException && !(e instanceof SocketTimeoutException));
  }

  private static <T> T readOnce(ModelFolder folder, String file, RetryPolicy.Call<T> call)
      throws IOException {
    try {
      return call.call();
    } catch (FileNotFoundException | ChecksumException e) { // of all block replicas, if several
      if (OpenFileLimit.isReached(e)) {
        throw e;
      }
      throw damage(folder, file, e);
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
