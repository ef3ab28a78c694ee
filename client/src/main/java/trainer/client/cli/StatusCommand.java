package trainer.client.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import trainer.client.run.KnownJob;
import trainer.client.watch.Json;
import trainer.client.watch.Observation;

/** Says how a job is. */
@Command(
    name = "status",
    description = "Says how a job is: as its master says, else as YARN and its folder say.",
    footer = {"", "Example: trainer status application_1795000000000_0001 --json"})
final class StatusCommand extends Verb {
  @Mixin private HadoopOptions hadoop;

  @Parameters(paramLabel = "ID", description = "An application id or a job id.")
  private String id;

  @Option(names = "--json", description = "Prints report.json's fields as far as known.")
  private boolean json;

  @Override
  public Integer call() {
    try (KnownJob job = KnownJob.find(id, hadoop.configuration(Map.of()))) {
      Observation seen = job.observe();
      JsonNode document = job.document(seen);
      if (json) {
        System.out.println(Json.print(document));
        return 0;
      }
      System.out.println(job.jobId() + " " + seen.phase());
      print("note", seen.note());
      print("page", seen.trackingUrl());
      print("version", text(document, "version") + " of " + text(document, "versions"));
      JsonNode workers = document.path("workersWanted");
      print("workers", text(workers, "there") + " of " + text(workers, "wanted"));
      print("model id", text(document, "modelId"));
      print("failure", document.at("/failure/message").asText(""));
      for (JsonNode node : document.path("blacklist")) {
        if (node.path("avoided").asBoolean()) {
          print("no containers on " + text(node, "host"), text(node, "why"));
        }
      }
      for (JsonNode member : document.path("members")) {
        System.out.println(
            "  "
                + text(member, "role")
                + "-"
                + text(member, "index")
                + " "
                + text(member, "state")
                + " on "
                + text(member, "host")
                + " "
                + text(member, "container"));
        print("    warning", text(member, "full"));
      }
      return 0;
    }
  }

  private static String text(JsonNode node, String field) {
    JsonNode value = node.path(field);
    return value.isNull() ? "" : value.asText("");
  }

  private static void print(String name, String value) {
    if (!value.isBlank() && !value.equals(" of ")) {
      System.out.println(name + ": " + value);
    }
  }
}
