package trainer.model.stored;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.List;
import trainer.model.container.ContainerFile;
import trainer.model.container.DamagedBytesException;
import trainer.model.failure.ModelException;

/** A model folder in memory: the manifest and the rows of each table. Immutable. */
public final class StoredModel {
  private static final int BUFFER = 1 << 16;

  /** The part of the heap that a model may take. */
  private static final double SHARE_OF_HEAP = 0.9;

  private final Manifest manifest;
  private final RowStore[] tables;

  private StoredModel(Manifest manifest, RowStore[] tables) {
    this.manifest = manifest;
    this.tables = tables;
  }

  /**
   * Reads the manifest of a folder.
   *
   * @throws ModelException if there is none, if it is damaged, or of a newer format
   */
  public static Manifest manifest(Path folder) throws IOException {
    Path file = folder.resolve(Manifest.FILE);
    if (!Files.isRegularFile(file)) {
      throw new ModelException(
          "there is no file " + Manifest.FILE,
          folder.toString(),
          "name the output folder of a job that reached EXITED, or a copy of it");
    }
    return Manifest.decode(Files.readAllBytes(file), file.toString());
  }

  /**
   * Reads the rows of a folder. Length, SHA-256 and rows of each part file are compared with the
   * manifest.
   *
   * @throws ModelException if a file is missing, damaged, or of a newer format, or if the heap is
   *     too small
   */
  public static StoredModel read(Path folder, Manifest manifest) throws IOException {
    List<ModelTable> specs = manifest.tables();
    requireRoom(folder, manifest);
    RowStore[] tables = new RowStore[specs.size()];
    for (int t = 0; t < tables.length; t++) {
      ModelTable spec = specs.get(t);
      tables[t] =
          spec.width() == 1
              ? new WeightTable(spec, manifest.rows())
              : new RowTable(spec, manifest.rows());
    }
    for (ModelPart part : manifest.parts()) {
      read(folder.resolve(part.name()), part, new PartReader(specs, tables));
    }
    return new StoredModel(manifest, tables);
  }

  private static void requireRoom(Path folder, Manifest manifest) {
    double bytes = 0;
    boolean isPossible = true;
    for (ModelTable table : manifest.tables()) {
      long rows = manifest.rows();
      boolean isNarrow = table.width() == 1;
      bytes += isNarrow ? WeightTable.bytes(table, rows) : RowTable.bytes(table, rows);
      isPossible &=
          isNarrow ? WeightTable.isPossible(table, rows) : RowTable.isPossible(table, rows);
    }
    long heap = Runtime.getRuntime().maxMemory();
    if (!isPossible || bytes > SHARE_OF_HEAP * heap) {
      throw new ModelException(
          "the model has " + manifest.rows() + " rows, which take " + ((long) bytes >> 20) + " MB",
          folder.toString(),
          isPossible
              ? "give Java a larger heap with -Xmx; it has " + (heap >> 20) + " MB"
              : "a table of more than 2^31 numbers is too large for this library");
    }
  }

  private static void read(Path file, ModelPart part, PartReader reader) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw ModelException.damaged(file.toString(), "the file is missing");
    }
    long length = Files.size(file);
    if (length != part.bytes()) {
      throw ModelException.damaged(
          file.toString(), "the file has " + length + " bytes instead of " + part.bytes());
    }
    MessageDigest digest = Sha256.create();
    try (InputStream plain = Files.newInputStream(file);
        DigestInputStream digested = new DigestInputStream(plain, digest)) {
      ModelException failure =
          failure(new BufferedInputStream(digested, BUFFER), file, part, reader);
      digested.transferTo(OutputStream.nullOutputStream());
      // a flipped byte may look like a newer format, so the digest decides first
      if (!Sha256.hex(digest).equals(part.sha256())) {
        throw ModelException.damaged(file.toString(), "the SHA-256 is not the manifest's");
      }
      if (failure != null) {
        throw failure;
      }
    }
  }

  /** Reads the rows; returns the failure, or null. */
  private static ModelException failure(
      InputStream in, Path file, ModelPart part, PartReader reader) throws IOException {
    try {
      ContainerFile container = new ContainerFile(in);
      FormatVersion.require(container, file.toString());
      reader.read(container, part.rows());
      return null;
    } catch (DamagedBytesException e) {
      return ModelException.damaged(file.toString(), e.getMessage());
    } catch (ModelException e) {
      return e;
    }
  }

  /** The manifest. */
  public Manifest manifest() {
    return manifest;
  }

  /** The rows of a table of width 1, by its number. */
  public WeightTable weights(int number) {
    return (WeightTable) tables[number];
  }

  /** The rows of a table of several values a row, by its number. */
  public RowTable rows(int number) {
    return (RowTable) tables[number];
  }
}
