package trainer.model;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import trainer.avro.model.ManifestFile;
import trainer.avro.model.ModelFolder;
import trainer.avro.model.ModelFormat;
import trainer.avro.model.ModelManifest;
import trainer.avro.model.ModelOrigin;
import trainer.avro.model.ModelPartWriter;
import trainer.core.config.Settings;
import trainer.core.feature.Standardisation;
import trainer.core.message.PartFile;
import trainer.core.table.TableSpec;
import trainer.learning.model.Models;
import trainer.learning.spi.Model;

/**
 * A model folder as a job writes it, with the writers of training.
 *
 * @param folder where it is
 * @param model the class that computes in training
 */
record ModelOnDisk(Path folder, Model model, ModelManifest manifest) implements ModelFolder {
  private static final int PARTS = 3;

  /** Gives a row of a table its values. */
  interface Rows {
    void fill(String table, long key, float[] row);
  }

  /** The settings of a model. */
  static Map<String, String> settings(String model, String... more) {
    Map<String, String> settings = new HashMap<>(Map.of("trainer.model", model));
    for (int i = 0; i < more.length; i += 2) {
      settings.put(more[i], more[i + 1]);
    }
    return settings;
  }

  /**
   * Writes a model.
   *
   * @param keys of the rows that are stored, in each table but a dense intercept
   */
  static ModelOnDisk write(
      Path folder,
      Map<String, String> texts,
      List<Standardisation> scales,
      List<Long> keys,
      Rows rows)
      throws IOException {
    Settings settings = Settings.of(texts);
    Model model = Models.load(settings, ModelOnDisk.class.getClassLoader());
    List<TableSpec> tables = Models.declared(model, settings).tables();
    Files.createDirectories(folder);
    List<PartFile> parts = new ArrayList<>();
    for (int part = 0; part < PARTS; part++) {
      parts.add(writePart(folder, part, tables, keys, rows));
    }
    ModelOrigin origin = new ModelOrigin("job", texts.get("trainer.model"), texts, "test");
    ModelManifest manifest =
        new ModelManifest("ab".repeat(32), origin, 7, 100, scales, tables, parts);
    Files.write(folder.resolve(ModelFormat.MANIFEST), ManifestFile.encode(manifest));
    return new ModelOnDisk(folder, model, manifest);
  }

  private static PartFile writePart(
      Path folder, int part, List<TableSpec> tables, List<Long> keys, Rows rows)
      throws IOException {
    Map<String, TableSpec> byName = new TreeMap<>();
    tables.forEach(table -> byName.put(table.name(), table));
    String name = ModelFormat.partName(part);
    try (OutputStream out = Files.newOutputStream(folder.resolve(name));
        ModelPartWriter writer = new ModelPartWriter(out, name, part, tables)) {
      for (TableSpec table : byName.values()) {
        for (long key : keysOf(table, keys, part)) {
          float[] row = new float[table.width()];
          rows.fill(table.name(), key, row);
          writer.append(table.name(), key, row, 0, row.length);
        }
      }
      return writer.finish();
    }
  }

  private static List<Long> keysOf(TableSpec table, List<Long> keys, int part) {
    return keys.stream()
        .filter(key -> !table.isDense() || (key >= 0 && key < table.rows()))
        .filter(key -> Math.floorMod(key, PARTS) == part)
        .sorted(Long::compareUnsigned)
        .distinct()
        .toList();
  }

  @Override
  public String location() {
    return folder.toString();
  }

  @Override
  public List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  @Override
  public long length(String name) throws IOException {
    return Files.size(folder.resolve(name));
  }

  @Override
  public InputStream open(String name) throws IOException {
    return Files.newInputStream(folder.resolve(name));
  }
}
