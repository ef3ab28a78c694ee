package trainer.avro.checkpoint;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import trainer.avro.model.CorruptModel;
import trainer.avro.model.FilesCheck;
import trainer.avro.model.ModelDamage;
import trainer.avro.model.ModelFolder;
import trainer.core.failure.FailureException;
import trainer.core.message.PartFile;

/** Checks that a folder holds a whole checkpoint, by its manifest and the files beside it. */
public final class CheckpointVerifier {
  private CheckpointVerifier() {}

  /**
   * Reads every file, and finds a flipped byte at any place of any of them.
   *
   * @return all damage; empty for a sound one
   * @throws FailureException {@code MODEL_CORRUPT} when the manifest itself is missing or damaged,
   *     {@code VERSION_NOT_SUPPORTED} for a newer format
   */
  public static List<ModelDamage> verify(ModelFolder folder, CheckpointManifest manifest)
      throws IOException {
    return FilesCheck.damages(
        folder, CheckpointManifest.NAME, manifest.parts(), manifest.storedTables());
  }

  /** Throws {@code MODEL_CORRUPT}, naming every damaged file, unless there is no damage. */
  public static void requireSound(String location, List<ModelDamage> damages) {
    if (!damages.isEmpty()) {
      throw CorruptModel.in(
          location, damages.stream().map(ModelDamage::toString).collect(Collectors.joining("; ")));
    }
  }

  /**
   * The reason why a folder is no checkpoint, as far as names, lengths and the manifest's own
   * checksum show: a quick check that reads no part.
   *
   * @return empty if there is none
   */
  public static String objection(ModelFolder folder) throws IOException {
    try {
      Set<String> names = new HashSet<>(folder.names());
      for (PartFile part : CheckpointFile.read(folder).parts()) {
        if (!names.contains(part.name())) {
          return part.name() + " is missing";
        }
        long length = folder.length(part.name());
        if (length != part.bytes()) {
          return part.name() + " has " + length + " bytes instead of " + part.bytes();
        }
      }
      return "";
    } catch (FailureException e) {
      return e.failure().what();
    }
  }
}
