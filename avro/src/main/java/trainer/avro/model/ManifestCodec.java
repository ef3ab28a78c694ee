package trainer.avro.model;

import java.util.List;
import java.util.TreeMap;
import trainer.avro.record.ModelPart;
import trainer.avro.record.ModelScale;
import trainer.avro.record.ModelTable;
import trainer.core.feature.Standardisation;
import trainer.core.message.PartFile;
import trainer.core.table.Initializer;
import trainer.core.table.TableSpec;

/** Converts a manifest between value and Avro record. */
public final class ManifestCodec {
  private ManifestCodec() {}

  static trainer.avro.record.ModelManifest toAvro(ModelManifest manifest) {
    return new trainer.avro.record.ModelManifest(
        manifest.modelId(),
        manifest.origin().model(),
        new TreeMap<>(manifest.origin().settings()),
        manifest.version(),
        manifest.records(),
        manifest.origin().writer(),
        manifest.origin().job(),
        manifest.standardisations().stream()
            .map(one -> new ModelScale(one.mean(), one.deviation()))
            .toList(),
        tablesToAvro(manifest.tables()),
        partsToAvro(manifest.parts()));
  }

  /** Throws an unchecked exception for values that no manifest has. */
  static ModelManifest fromAvro(trainer.avro.record.ModelManifest stored) {
    return new ModelManifest(
        stored.getModelId(),
        new ModelOrigin(
            stored.getJob(), stored.getModel(), stored.getSettings(), stored.getWriter()),
        stored.getVersion(),
        stored.getRecords(),
        stored.getScales().stream()
            .map(one -> new Standardisation(one.getMean(), one.getDeviation()))
            .toList(),
        tablesFromAvro(stored.getTables()),
        partsFromAvro(stored.getParts()));
  }

  public static List<ModelTable> tablesToAvro(List<TableSpec> tables) {
    return tables.stream()
        .map(
            table ->
                new ModelTable(
                    table.name(),
                    table.width(),
                    table.initializer().kind().name(),
                    table.initializer().scale(),
                    table.initializer().seed(),
                    table.regularized(),
                    table.fractionBits(),
                    table.update().name(),
                    table.rows()))
        .toList();
  }

  public static List<TableSpec> tablesFromAvro(List<ModelTable> stored) {
    return stored.stream()
        .map(
            table ->
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
                    table.getRows()))
        .toList();
  }

  public static List<ModelPart> partsToAvro(List<PartFile> parts) {
    return parts.stream()
        .map(
            part ->
                new ModelPart(
                    part.partition(), part.name(), part.rows(), part.bytes(), part.sha256()))
        .toList();
  }

  public static List<PartFile> partsFromAvro(List<ModelPart> stored) {
    return stored.stream()
        .map(
            part ->
                new PartFile(
                    part.getPartition(),
                    part.getName(),
                    part.getRows(),
                    part.getLength(),
                    part.getSha256()))
        .toList();
  }
}
