package trainer.client.cli.model;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import trainer.avro.checkpoint.CheckpointFile;
import trainer.avro.checkpoint.CheckpointManifest;
import trainer.client.cli.option.HadoopOptions;
import trainer.client.cli.option.Verb;
import trainer.client.watch.Json;
import trainer.container.files.StoredModel;
import trainer.core.message.PartFile;
import trainer.core.table.TableSpec;

/** Prints the content of a manifest. */
@Command(
    name = "show",
    description = "Shows which version a checkpoint holds, of what, and its files.",
    footer = {
      "",
      "Examples:",
      "  trainer checkpoint show .trainer/jobs/application_1795000000000_0001/jobs/1/checkpoints/1200-3-1",
      "  trainer checkpoint show .trainer/jobs/application_1795000000000_0001/jobs/1/checkpoints/1200-3-1 --json"
    })
final class CheckpointShowCommand extends Verb {
  @Mixin private HadoopOptions hadoop;

  @Parameters(paramLabel = "URI", description = "The checkpoint's folder.")
  private String uri;

  @Option(names = "--json", description = "Prints one JSON document.")
  private boolean json;

  @Override
  public Integer call() {
    Configuration configuration = hadoop.configuration(Map.of()).hadoop();
    CheckpointManifest manifest =
        FolderReader.ofCheckpoint(uri)
            .read(() -> CheckpointFile.read(StoredModel.at(uri, configuration)));
    if (json) {
      System.out.println(Json.print(document(manifest)));
    } else {
      print(manifest);
    }
    return 0;
  }

  private static ObjectNode document(CheckpointManifest manifest) {
    ObjectNode document = Json.object();
    document.put("job", manifest.origin().job());
    document.put("model", manifest.origin().model());
    document.put("version", manifest.position().version());
    document.put("mark", manifest.position().mark());
    document.put("updates", manifest.position().updates());
    document.put("line", manifest.position().line().number());
    document.put("term", manifest.position().term().number());
    document.put("seed", manifest.seed());
    document.put("epoch", manifest.position().epoch());
    document.put("input", manifest.indexDigest());
    document.put("writer", manifest.origin().writer());
    ArrayNode tables = document.putArray("tables");
    for (int i = 0; i < manifest.tables().size(); i++) {
      TableSpec table = manifest.tables().get(i);
      tables
          .addObject()
          .put("name", table.name())
          .put("width", table.width())
          .put("stored", table.width() + manifest.state().get(i));
    }
    ArrayNode parts = document.putArray("parts");
    for (int i = 0; i < manifest.parts().size(); i++) {
      PartFile part = manifest.parts().get(i);
      parts
          .addObject()
          .put("partition", part.partition())
          .put("file", part.name())
          .put("pserver", manifest.pservers().get(i))
          .put("rows", part.rows())
          .put("bytes", part.bytes())
          .put("sha256", part.sha256());
    }
    ObjectNode settings = document.putObject("settings");
    new TreeMap<>(manifest.origin().settings()).forEach(settings::put);
    return document;
  }

  private static void print(CheckpointManifest manifest) {
    System.out.println(
        "version: "
            + manifest.position().version()
            + CheckpointCommand.updatesPastVersion(manifest)
            + " of epoch "
            + manifest.position().epoch()
            + ", "
            + source(manifest));
    System.out.println(
        "model: "
            + manifest.origin().model()
            + ", written by Trainer "
            + manifest.origin().writer());
    System.out.println("seed: " + manifest.seed());
    System.out.println("input: " + manifest.indexDigest());
    for (int i = 0; i < manifest.tables().size(); i++) {
      TableSpec table = manifest.tables().get(i);
      System.out.printf(
          Locale.ROOT,
          "table %s: rows of %d, stored as %d floats%n",
          table.name(),
          table.width(),
          table.width() + manifest.state().get(i));
    }
    System.out.printf(
        Locale.ROOT,
        "parts: %d of %,d rows, %,d bytes%n",
        manifest.parts().size(),
        manifest.parts().stream().mapToLong(PartFile::rows).sum(),
        manifest.parts().stream().mapToLong(PartFile::bytes).sum());
    new TreeMap<>(manifest.origin().settings())
        .forEach((key, value) -> System.out.println(key + "=" + value));
  }

  private static String source(CheckpointManifest manifest) {
    return manifest.origin().job()
        + " (line "
        + manifest.position().line()
        + ", term "
        + manifest.position().term()
        + ")";
  }
}
