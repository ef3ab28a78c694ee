package trainer.avro.model;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import trainer.avro.record.ModelPart;
import trainer.avro.record.ModelTable;
import trainer.core.message.PartFile;
import trainer.core.table.Initializer;
import trainer.core.table.TableSpec;

/** Between the manifest as a value and as an Avro record. */
final class ManifestCodec {
  private ManifestCodec() {}

  static trainer.avro.record.ModelManifest toAvro(ModelManifest manifest) {
    List<ModelTable> tables = new ArrayList<>();
    for (TableSpec table : manifest.tables()) {
      tables.add(
          new ModelTable(
              table.name(),
              table.width(),
              table.initializer().kind().name(),
              table.initializer().scale(),
              table.initializer().seed(),
              table.regularized(),
              table.fractionBits(),
              table.update().name(),
              table.rows()));
    }
    List<ModelPart> parts = new ArrayList<>();
    for (PartFile part : manifest.parts()) {
      parts.add(
          new ModelPart(part.partition(), part.name(), part.rows(), part.bytes(), part.sha256()));
    }
    return new trainer.avro.record.ModelManifest(
        manifest.modelId(),
        manifest.model(),
        new TreeMap<>(manifest.settings()),
        manifest.version(),
        manifest.records(),
        manifest.writer(),
        manifest.job(),
        tables,
        parts);
  }

  /** Throws an unchecked exception for values that no manifest has. */
  static ModelManifest fromAvro(trainer.avro.record.ModelManifest stored) {
    List<TableSpec> tables = new ArrayList<>();
    for (ModelTable table : stored.getTables()) {
      tables.add(
          new TableSpec(
              table.getName(),
              table.getWidth(),
              new Initializer(
                  Initializer.Kind.valueOf(table.getInitializer()),
                  table.getInitializerScale(),
                  table.getInitializerSeed()),
              table.getRegularized(),
              table.getFractionBits(),
              TableSpec.Update.valueOf(table.getUpdate()),
              table.getRows()));
    }
    List<PartFile> parts = new ArrayList<>();
    for (ModelPart part : stored.getParts()) {
      parts.add(
          new PartFile(
              part.getPartition(),
              part.getName(),
              part.getRows(),
              part.getLength(),
              part.getSha256()));
    }
    return new ModelManifest(
        stored.getModelId(),
        stored.getModel(),
        stored.getSettings(),
        stored.getVersion(),
        stored.getRecords(),
        stored.getWriter(),
        stored.getJob(),
        tables,
        parts);
  }
}
