package trainer.avro.model;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The result of a {@link ModelVerifier}.
 *
 * @param manifest the folder's manifest
 * @param modelId the id recomputed from the part files, or null when they are damaged
 * @param damages all damage; empty for a sound model
 */
public record ModelVerification(ModelManifest manifest, String modelId, List<ModelDamage> damages) {
  public ModelVerification {
    damages = List.copyOf(damages);
  }

  /** Whether every file has its original contents and the recomputed id is the manifest's. */
  public boolean isSound() {
    return damages.isEmpty();
  }

  /** Throws {@code MODEL_CORRUPT}, naming every damaged file, unless the model is sound. */
  public void requireSound(String location) {
    if (!isSound()) {
      String all = damages.stream().map(ModelDamage::toString).collect(Collectors.joining("; "));
      throw CorruptModel.in(location, all);
    }
  }
}
