package trainer.avro.model;

import java.io.IOException;
import java.io.InputStream;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/** Reads and writes the manifest of a model, a {@link CertifiedFile}. */
public final class ManifestFile {
  private ManifestFile() {}

  /** The bytes of the manifest file. */
  public static byte[] encode(ModelManifest manifest) {
    return CertifiedFile.encode(ManifestCodec.toAvro(manifest));
  }

  /** Reads a folder's manifest. {@code MODEL_NOT_FOUND} when it has none. */
  public static ModelManifest read(ModelFolder folder) throws IOException {
    String file = folder.location() + "/" + ModelFormat.MANIFEST;
    if (!folder.names().contains(ModelFormat.MANIFEST)) {
      throw new FailureException(
          FailureKind.MODEL_NOT_FOUND,
          "the folder holds no " + ModelFormat.MANIFEST,
          folder.location(),
          "name the output folder of a job that reached EXITED");
    }
    try (InputStream in = folder.open(ModelFormat.MANIFEST)) {
      return decode(CertifiedFile.readAll(in, file), file);
    }
  }

  /**
   * The manifest in {@code bytes}.
   *
   * @param file the file's name or URI, for messages
   */
  public static ModelManifest decode(byte[] bytes, String file) throws IOException {
    trainer.avro.record.ModelManifest stored =
        CertifiedFile.decode(bytes, file, trainer.avro.record.ModelManifest.class);
    try {
      return ManifestCodec.fromAvro(stored);
    } catch (RuntimeException e) {
      throw CorruptModel.in(file, "the manifest cannot be read (" + e.getMessage() + ")");
    }
  }
}
