package trainer.model.stored;

import trainer.model.container.ContainerFile;
import trainer.model.failure.ModelException;

/** The version of the model format, in the metadata of every file. */
final class FormatVersion {
  /** The highest version that this code reads. */
  static final int NEWEST = 1;

  private static final String KEY = "formatVersion";

  private FormatVersion() {}

  /**
   * Refuses a file of another version.
   *
   * @throws ModelException naming the file and both versions
   */
  static void require(ContainerFile container, String file) {
    String text = String.valueOf(container.metadata(KEY));
    if (!text.matches("[1-9][0-9]{0,8}")) {
      throw ModelException.damaged(file, KEY + " is '" + text + "'");
    }
    if (Integer.parseInt(text) > NEWEST) {
      throw new ModelException(
          "model format " + text + ", this trainer-model.jar reads up to " + NEWEST,
          file,
          "take the trainer-model.jar of the Trainer that wrote the model, or a newer one");
    }
  }
}
