package trainer.avro.model;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import trainer.core.feature.Standardisation;
import trainer.core.message.PartFile;
import trainer.core.table.TableSpec;

/** A model folder in memory, and a way to put a model there. */
public final class MemoryFolder implements ModelFolder {
  public final Map<String, byte[]> files = new TreeMap<>();

  /** One row of a model to write. */
  public record Row(String table, long key, float... values) {}

  @Override
  public String location() {
    return "memory:/model";
  }

  @Override
  public List<String> names() {
    return List.copyOf(files.keySet());
  }

  @Override
  public long length(String name) throws IOException {
    return bytes(name).length;
  }

  @Override
  public InputStream open(String name) throws IOException {
    return new ByteArrayInputStream(bytes(name));
  }

  public PartFile putPart(int partition, List<TableSpec> tables, List<Row> rows)
      throws IOException {
    String name = ModelFormat.partName(partition);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PartFile part;
    try (ModelPartWriter writer = new ModelPartWriter(out, name, partition, tables)) {
      for (Row row : rows) {
        writer.append(row.table(), row.key(), row.values(), 0, row.values().length);
      }
      part = writer.finish();
    }
    files.put(name, out.toByteArray());
    return part;
  }

  /** Writes a whole model, rows dealt to the parts in turn. */
  public ModelManifest putModel(int parts, List<TableSpec> tables, List<Row> rows)
      throws IOException {
    List<PartFile> written = new ArrayList<>();
    for (int p = 0; p < parts; p++) {
      List<Row> share = new ArrayList<>();
      for (int i = p; i < rows.size(); i += parts) {
        share.add(rows.get(i));
      }
      written.add(putPart(p, tables, share));
    }
    ModelManifest manifest =
        new ModelManifest(
            ModelId.of(this, written, tables),
            new ModelOrigin(
                "application_1_0001.1",
                "logistic",
                Map.of("trainer.model", "logistic", "trainer.model.args.intercept", "true"),
                "0.1.0"),
            1234,
            200_000,
            List.of(new Standardisation(0.1, 3e-300)),
            tables,
            written);
    files.put(ModelFormat.MANIFEST, ManifestFile.encode(manifest));
    return manifest;
  }

  private byte[] bytes(String name) throws IOException {
    byte[] bytes = files.get(name);
    if (bytes == null) {
      throw new FileNotFoundException(name);
    }
    return bytes;
  }
}
