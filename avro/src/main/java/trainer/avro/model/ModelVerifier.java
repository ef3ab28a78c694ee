package trainer.avro.model;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import trainer.core.failure.FailureException;
import trainer.core.message.PartFile;

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
    Set<String> names = new HashSet<>(folder.names());
    names.remove(ModelFormat.MANIFEST);
    for (PartFile part : manifest.parts()) {
      if (names.remove(part.name())) {
        checkPart(part, manifest);
      } else {
        damages.add(ModelDamage.of(part.name(), "the file is missing"));
      }
    }
    names.stream()
        .filter(name -> !name.startsWith(".") && !name.startsWith("_"))
        .sorted()
        .forEach(name -> damages.add(ModelDamage.of(name, "the manifest does not list this file")));
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

  private void checkPart(PartFile part, ModelManifest manifest) throws IOException {
    try (DigestingInput in = new DigestingInput(folder.open(part.name()))) {
      PartScan scan = PartScan.of(in, part.name(), manifest.tables());
      boolean intact = in.sha256().equals(part.sha256());
      if (intact && scan.refusal() != null) {
        throw scan.refusal();
      }
      if (in.bytes() != part.bytes()) {
        damages.add(
            new ModelDamage(
                part.name(),
                scan.offset(),
                "the file has " + in.bytes() + " bytes instead of " + part.bytes()));
      } else if (!intact) {
        damages.add(
            new ModelDamage(
                part.name(), scan.offset(), "the SHA-256 is not the manifest's" + scan.detail()));
      } else if (scan.complaint() != null) {
        damages.add(new ModelDamage(part.name(), scan.offset(), scan.complaint()));
      } else if (scan.rows() != part.rows()) {
        damages.add(
            ModelDamage.of(
                part.name(), "the file has " + scan.rows() + " rows instead of " + part.rows()));
      }
    }
  }
}
