package trainer.container.files;

import java.io.IOException;
import trainer.avro.model.ManifestFile;
import trainer.avro.model.ModelManifest;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/** The manifest of the model that a scoring job applies. */
public final class AppliedManifest {
  private AppliedManifest() {}

  /**
   * Reads the manifest.
   *
   * @param modelId of the model at the start of the job
   * @throws FailureException INPUT_CHANGED if the folder has another model by now; MODEL_CORRUPT
   */
  public static ModelManifest read(StoredModel files, String modelId) throws IOException {
    ModelManifest manifest = ManifestFile.read(files);
    if (!manifest.modelId().equals(modelId)) {
      throw new FailureException(
          FailureKind.INPUT_CHANGED,
          "the model is " + manifest.modelId() + " now, and was " + modelId + " at the start",
          files.location(),
          "score with a model that stays as it is; run the job again");
    }
    return manifest;
  }
}
