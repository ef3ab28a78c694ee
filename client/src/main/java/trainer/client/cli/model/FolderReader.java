package trainer.client.cli.model;

import java.io.IOException;
import org.apache.hadoop.fs.ChecksumException;
import trainer.client.submit.ServiceFailure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/**
 * Reads the folder of a model or a checkpoint, with failures that name it.
 *
 * @param uri the folder
 * @param content the word for its content
 * @param advice the cure of damage
 */
record FolderReader(String uri, String content, String advice) {
  /** An operation that reads files. */
  interface Operation<T> {
    T run() throws IOException;
  }

  static FolderReader ofModel(String uri) {
    return new FolderReader(uri, "model", "restore the model");
  }

  static FolderReader ofCheckpoint(String uri) {
    return new FolderReader(uri, "checkpoint", "use another checkpoint");
  }

  /**
   * Runs an operation.
   *
   * @throws FailureException when it fails
   */
  <T> T read(Operation<T> operation) {
    try {
      return operation.run();
    } catch (ChecksumException e) {
      throw new FailureException(
          FailureKind.MODEL_CORRUPT,
          "the file system finds a block of the " + content + " damaged: " + e.getMessage(),
          uri,
          advice);
    } catch (IOException e) {
      throw ServiceFailure.of(uri, e);
    }
  }
}
