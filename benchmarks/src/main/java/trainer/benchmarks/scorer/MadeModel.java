package trainer.benchmarks.scorer;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import trainer.avro.model.ManifestFile;
import trainer.avro.model.ModelFormat;
import trainer.avro.model.ModelManifest;
import trainer.avro.model.ModelOrigin;
import trainer.avro.model.ModelPartWriter;
import trainer.core.config.Settings;
import trainer.core.feature.Standardisation;
import trainer.core.message.PartFile;
import trainer.core.table.TableSpec;
import trainer.learning.model.Models;

/** A model of random weights in a folder of its own, which is removed at the end. */
record MadeModel(Path folder) implements AutoCloseable {
  /**
   * Columns of a table: half of them numbers {@code n0, n1, ...}, half texts {@code c0, c1, ...}.
   */
  static final int COLUMNS = 20;

  /** A model whose keys are 0 to {@code features} − 1. */
  static MadeModel ofKeys(String model, int features) throws IOException {
    return of(Map.of("trainer.model", model), List.of(), features);
  }

  /** A model of a table, with keys of 20 bits. */
  static MadeModel ofTable() throws IOException {
    String terms =
        IntStream.range(0, COLUMNS)
            .mapToObj(i -> i % 2 == 0 ? "n" + i / 2 + ":number" : "c" + i / 2 + ":category")
            .collect(Collectors.joining(","));
    Map<String, String> settings =
        Map.of(
            "trainer.model", "logistic",
            "trainer.features", terms,
            "trainer.features.bits", "20");
    List<Standardisation> scales =
        Stream.generate(() -> new Standardisation(5, 2)).limit(COLUMNS / 2).toList();
    return of(settings, scales, 1 << 20);
  }

  private static MadeModel of(Map<String, String> texts, List<Standardisation> scales, int features)
      throws IOException {
    Settings settings = Settings.of(texts);
    List<TableSpec> tables =
        Models.declared(Models.load(settings, MadeModel.class.getClassLoader()), settings).tables();
    Path folder = Files.createTempDirectory("model");
    PartFile part = writePart(folder, tables, features);
    ModelOrigin origin = new ModelOrigin("", texts.get("trainer.model"), texts, "benchmark");
    ModelManifest manifest =
        new ModelManifest("0".repeat(64), origin, 1, 1, scales, tables, List.of(part));
    Files.write(folder.resolve(ModelFormat.MANIFEST), ManifestFile.encode(manifest));
    return new MadeModel(folder);
  }

  private static PartFile writePart(Path folder, List<TableSpec> tables, int features)
      throws IOException {
    SplittableRandom random = new SplittableRandom(1);
    String name = ModelFormat.partName(0);
    TableSpec table = tables.get(0);
    float[] row = new float[table.width()];
    try (OutputStream out = Files.newOutputStream(folder.resolve(name));
        ModelPartWriter writer = new ModelPartWriter(out, name, 0, tables)) {
      for (long key = 0; key < features; key++) {
        for (int i = 0; i < row.length; i++) {
          row[i] = (float) random.nextDouble() - 0.5f;
        }
        writer.append(table.name(), key, row, 0, row.length);
      }
      return writer.finish();
    }
  }

  @Override
  public void close() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      files.forEach(
          file -> {
            try {
              Files.delete(file);
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
    }
    Files.delete(folder);
  }
}
