package trainer.client.cli.model;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import trainer.avro.checkpoint.CheckpointFile;
import trainer.avro.checkpoint.CheckpointManifest;
import trainer.avro.checkpoint.CheckpointVerifier;
import trainer.avro.model.ModelDamage;
import trainer.client.cli.option.HadoopOptions;
import trainer.client.cli.option.Verb;
import trainer.client.watch.Json;
import trainer.container.files.StoredModel;

/** Reads every file of a checkpoint again. */
@Command(
    name = "verify",
    description = "Reads every file of a checkpoint and finds what was changed.",
    footer = {
      "",
      "Examples:",
      "  trainer checkpoint verify .trainer/jobs/application_1795000000000_0001/jobs/1/checkpoints/1200-3-1",
      "  trainer checkpoint verify .trainer/jobs/application_1795000000000_0001/jobs/1/checkpoints/1200-3-1 --json"
    })
final class CheckpointVerifyCommand extends Verb {
  @Mixin private HadoopOptions hadoop;

  @Parameters(paramLabel = "URI", description = "The checkpoint's folder.")
  private String uri;

  @Option(names = "--json", description = "Prints one JSON document.")
  private boolean json;

  @Override
  public Integer call() {
    Configuration configuration = hadoop.configuration(Map.of()).hadoop();
    FolderReader reader = FolderReader.ofCheckpoint(uri);
    StoredModel folder = reader.read(() -> StoredModel.at(uri, configuration));
    CheckpointManifest manifest = reader.read(() -> CheckpointFile.read(folder));
    List<ModelDamage> found = reader.read(() -> CheckpointVerifier.verify(folder, manifest));
    if (json) {
      ObjectNode head = Json.object().put("version", manifest.position().version());
      return new VerificationDocument(head, found)
          .print(() -> CheckpointVerifier.requireSound(uri, found));
    }
    CheckpointVerifier.requireSound(uri, found);
    System.out.println("version: " + manifest.position().version());
    System.out.println("sound: " + manifest.parts().size() + " files");
    return 0;
  }
}
