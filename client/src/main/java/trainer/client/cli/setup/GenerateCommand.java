package trainer.client.cli.setup;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import trainer.client.cli.option.Alternatives;
import trainer.client.cli.option.HadoopOptions;
import trainer.client.cli.option.Verb;
import trainer.client.watch.Json;
import trainer.container.files.OutputParents;
import trainer.data.generate.GenerateRequest;
import trainer.data.generate.GeneratedData;
import trainer.data.generate.Generator;
import trainer.data.generate.OutputFormat;
import trainer.data.generate.SyntheticKind;
import trainer.data.generate.SyntheticSpec;

/** Makes synthetic data. */
@Command(
    name = "generate",
    description = "Makes seeded synthetic data with a known best reachable loss.",
    footer = {
      "",
      "Two seeds give training and held-out rows of one truth; _truth.json says how well it does.",
      "",
      "Examples:",
      "  trainer generate --kind clicks --records 200000 --seed 1 --output /data/train",
      "  trainer generate --kind dense --records 5000 --format libsvm --output train --files 4"
    })
public final class GenerateCommand extends Verb {
  @Mixin private HadoopOptions hadoop;

  @Option(
      names = "--kind",
      required = true,
      completionCandidates = Alternatives.SyntheticKinds.class,
      description = "${COMPLETION-CANDIDATES}.")
  private SyntheticKind kind;

  @Option(names = "--records", required = true, paramLabel = "N", description = "Records in all.")
  private long records;

  @Option(names = "--seed", paramLabel = "S", description = "Seed of the records; default 1.")
  private Long seed;

  @Option(names = "--model-seed", paramLabel = "M", description = "Seed of the hidden model.")
  private Long modelSeed;

  @Option(
      names = "--format",
      completionCandidates = Alternatives.GeneratedFormats.class,
      description = "avro (default) or libsvm.")
  private OutputFormat format;

  @Option(names = "--output", required = true, paramLabel = "URI", description = "A new folder.")
  private String output;

  @Option(names = "--files", paramLabel = "F", description = "Files; default 1.")
  private Integer files;

  @Option(names = "--features", paramLabel = "D", description = "Features there are.")
  private Long features;

  @Option(names = "--nonzeros", paramLabel = "Z", description = "Features a record.")
  private Integer nonzeros;

  @Option(names = "--overwrite", description = "Replaces an existing folder.")
  private boolean overwrite;

  @Option(names = "--json", description = "Prints one JSON document.")
  private boolean json;

  @Override
  public Integer call() {
    Generator generator =
        new Generator(OutputParents.withUsersUmask(hadoop.configuration(Map.of()).hadoop()));
    GeneratedData made = generator.generate(request(), (written, total) -> {});
    if (json) {
      ObjectNode document = Json.object().put("folder", made.folder());
      made.files().forEach(document.putArray("files")::add);
      document.put("records", records);
      document
          .putObject("truth")
          .put("logLoss", made.truth().logLoss())
          .put("auc", Double.isNaN(made.truth().auc()) ? null : made.truth().auc())
          .put("positives", made.truth().positives());
      System.out.println(Json.print(document));
    } else {
      System.out.println(records + " records in " + made.folder());
      double auc = made.truth().auc();
      System.out.println(
          "best reachable: log loss "
              + made.truth().logLoss()
              + (Double.isNaN(auc) ? "" : ", AUC " + auc));
    }
    return 0;
  }

  private GenerateRequest request() {
    GenerateRequest request = GenerateRequest.of(spec(), output).withOverwrite(overwrite);
    if (format != null) {
      request = request.withFormat(format);
    }
    return files == null ? request : request.withFiles(files);
  }

  private SyntheticSpec spec() {
    SyntheticSpec spec = SyntheticSpec.of(kind, records);
    if (seed != null) {
      spec = spec.withSeed(seed);
    }
    if (modelSeed != null) {
      spec = spec.withModelSeed(modelSeed);
    }
    if (features != null || nonzeros != null) {
      spec =
          spec.withFeatures(
              features == null ? spec.features() : features,
              nonzeros == null ? spec.nonzeros() : nonzeros);
    }
    return spec;
  }
}
