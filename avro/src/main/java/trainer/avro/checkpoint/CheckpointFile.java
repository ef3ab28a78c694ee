package trainer.avro.checkpoint;

import java.io.IOException;
import java.io.InputStream;
import java.util.TreeMap;
import trainer.avro.model.CertifiedFile;
import trainer.avro.model.CorruptModel;
import trainer.avro.model.ManifestCodec;
import trainer.avro.model.ModelFolder;
import trainer.avro.model.ModelOrigin;
import trainer.core.id.Line;
import trainer.core.id.Term;

/** Reads and writes the manifest of a checkpoint, a {@link CertifiedFile}. */
public final class CheckpointFile {
  private CheckpointFile() {}

  /** The bytes of the manifest file. */
  public static byte[] encode(CheckpointManifest manifest) {
    return CertifiedFile.encode(
        new trainer.avro.record.CheckpointManifest(
            manifest.origin().job(),
            manifest.origin().model(),
            new TreeMap<>(manifest.origin().settings()),
            manifest.position().version(),
            manifest.position().mark(),
            manifest.position().updates(),
            manifest.position().line().number(),
            manifest.position().term().number(),
            manifest.seed(),
            manifest.position().epoch(),
            manifest.indexDigest(),
            manifest.origin().writer(),
            ManifestCodec.tablesToAvro(manifest.tables()),
            manifest.state(),
            manifest.pservers(),
            ManifestCodec.partsToAvro(manifest.parts())));
  }

  /** Reads a folder's manifest; a missing or damaged one is {@code MODEL_CORRUPT}. */
  public static CheckpointManifest read(ModelFolder folder) throws IOException {
    String file = folder.location() + "/" + CheckpointManifest.NAME;
    if (!folder.names().contains(CheckpointManifest.NAME)) {
      throw CorruptModel.in(folder.location(), "the folder holds no " + CheckpointManifest.NAME);
    }
    try (InputStream in = folder.open(CheckpointManifest.NAME)) {
      return decode(CertifiedFile.readAll(in, file), file);
    }
  }

  private static CheckpointManifest decode(byte[] bytes, String file) throws IOException {
    trainer.avro.record.CheckpointManifest stored =
        CertifiedFile.decode(bytes, file, trainer.avro.record.CheckpointManifest.class);
    try {
      return new CheckpointManifest(
          new ModelOrigin(
              stored.getJob(), stored.getModel(), stored.getSettings(), stored.getWriter()),
          new CheckpointPosition(
              stored.getVersion(),
              stored.getMark(),
              stored.getUpdates(),
              new Line(stored.getLine()),
              new Term(stored.getTerm()),
              stored.getEpoch()),
          stored.getSeed(),
          stored.getIndexDigest(),
          ManifestCodec.tablesFromAvro(stored.getTables()),
          stored.getState(),
          stored.getPservers(),
          ManifestCodec.partsFromAvro(stored.getParts()));
    } catch (RuntimeException e) {
      throw CorruptModel.in(file, "the manifest cannot be read (" + e.getMessage() + ")");
    }
  }
}
