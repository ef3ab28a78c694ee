package trainer.client.cli.model;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import trainer.avro.model.ModelVerification;
import trainer.avro.model.ModelVerifier;
import trainer.client.cli.option.HadoopOptions;
import trainer.client.cli.option.Verb;
import trainer.client.watch.Json;
import trainer.container.files.StoredModel;

/** Recomputes all figures of a model's manifest. */
@Command(
    name = "verify",
    description = "Recomputes a model's id from its files and finds what was changed.",
    footer = {
      "",
      "Examples:",
      "  trainer model verify hdfs:///models/clicks",
      "  trainer model verify hdfs:///models/clicks --json"
    })
final class ModelVerifyCommand extends Verb {
  @Mixin private HadoopOptions hadoop;

  @Parameters(paramLabel = "URI", description = "The model's folder.")
  private String uri;

  @Option(names = "--json", description = "Prints one JSON document.")
  private boolean json;

  @Override
  public Integer call() {
    Configuration configuration = hadoop.configuration(Map.of()).hadoop();
    ModelVerification found =
        FolderReader.ofModel(uri)
            .read(() -> ModelVerifier.verify(StoredModel.at(uri, configuration)));
    if (json) {
      ObjectNode head =
          Json.object()
              .put("modelId", found.manifest().modelId())
              .put("recomputedModelId", found.modelId());
      return new VerificationDocument(head, found.damages()).print(() -> found.requireSound(uri));
    }
    if (found.isSound()) {
      System.out.println("model id: " + found.modelId());
      System.out.println("sound: " + found.manifest().parts().size() + " files");
    }
    found.requireSound(uri);
    return 0;
  }
}
