package trainer.avro.model;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import trainer.core.failure.FailureException;

/**
 * Verifies a model folder: every file's length, SHA-256, rows and format version, missing and extra
 * files, and the model id recomputed from the parameters.
 *
 * <p>Finds a flipped byte at any place of any file. Reads each part twice, in bounded memory.
 */
public final class ModelVerifier {
  private final ModelFolder folder;
  private final List<ModelDamage> damages = new ArrayList<>();

  private ModelVerifier(ModelFolder folder) {
    this.folder = folder;
  }

  /**
   * Verifies the model in {@code folder}.
   *
   * @throws FailureException {@code MODEL_NOT_FOUND} without a manifest, {@code MODEL_CORRUPT} when
   *     the manifest itself is damaged, {@code VERSION_NOT_SUPPORTED} for a newer format
   */
  public static ModelVerification verify(ModelFolder folder) throws IOException {
    return new ModelVerifier(folder).run(ManifestFile.read(folder));
  }

  private ModelVerification run(ModelManifest manifest) throws IOException {
    damages.addAll(
        FilesCheck.damages(folder, ModelFormat.MANIFEST, manifest.parts(), manifest.tables()));
    if (!damages.isEmpty()) {
      return new ModelVerification(manifest, null, damages);
    }
    return new ModelVerification(manifest, checkId(manifest), damages);
  }

  private String checkId(ModelManifest manifest) throws IOException {
    try {
      String id = ModelId.of(folder, manifest.parts(), manifest.tables());
      if (!id.equals(manifest.modelId())) {
        damages.add(
            ModelDamage.of(
                ModelFormat.MANIFEST,
                "the model id is " + manifest.modelId() + ", the parameters' is " + id));
      }
      return id;
    } catch (FailureException e) {
      damages.add(ModelDamage.of(e.failure().where(), e.failure().what()));
      return null;
    }
  }
}
