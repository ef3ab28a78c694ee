package trainer.client.cli.model;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import trainer.avro.checkpoint.CheckpointDiff;
import trainer.client.cli.option.HadoopOptions;
import trainer.client.cli.option.Verb;
import trainer.client.watch.Json;
import trainer.container.files.StoredModel;

/** Compares two checkpoints. */
@Command(
    name = "diff",
    description = {
      "Compares the rows of two checkpoints bit for bit, optimizer state included.",
      "The exit code is 0 when they are the same, else 1."
    },
    footer = {
      "",
      "Examples:",
      "  trainer checkpoint diff checkpoints/1200-3-1 checkpoints/1400-3-1",
      "  trainer checkpoint diff checkpoints/1200-3-1 checkpoints/1400-3-1 --json"
    })
final class CheckpointDiffCommand extends Verb {
  private static final int DIFFERENT = 1;

  @Mixin private HadoopOptions hadoop;

  @Parameters(index = "0", paramLabel = "URI", description = "A checkpoint's folder.")
  private String first;

  @Parameters(index = "1", paramLabel = "URI", description = "Another one's.")
  private String second;

  @Option(names = "--json", description = "Prints one JSON document.")
  private boolean json;

  @Override
  public Integer call() {
    Configuration configuration = hadoop.configuration(Map.of()).hadoop();
    FolderReader ofFirst = FolderReader.ofCheckpoint(first);
    StoredModel one = ofFirst.read(() -> StoredModel.at(first, configuration));
    StoredModel other =
        FolderReader.ofCheckpoint(second).read(() -> StoredModel.at(second, configuration));
    Map<String, CheckpointDiff.OfTable> found = ofFirst.read(() -> CheckpointDiff.of(one, other));
    boolean same = found.values().stream().allMatch(CheckpointDiff.OfTable::isSame);
    if (json) {
      System.out.println(Json.print(document(same, found)));
    } else {
      found.forEach(CheckpointDiffCommand::print);
    }
    return same ? 0 : DIFFERENT;
  }

  private static void print(String table, CheckpointDiff.OfTable found) {
    System.out.printf(
        Locale.ROOT,
        "table %s: %,d rows equal, %,d different by at most %.6g, %,d only in the first, %,d only"
            + " in the second%s%n",
        table,
        found.equal(),
        found.different(),
        found.largest(),
        found.onlyFirst(),
        found.onlySecond(),
        found.isSame() ? "" : ", such as key " + found.example());
  }

  private static ObjectNode document(boolean same, Map<String, CheckpointDiff.OfTable> found) {
    ObjectNode document = Json.object();
    document.put("same", same);
    ArrayNode tables = document.putArray("tables");
    found.forEach(
        (table, of) ->
            tables
                .addObject()
                .put("name", table)
                .put("equal", of.equal())
                .put("different", of.different())
                .put("onlyFirst", of.onlyFirst())
                .put("onlySecond", of.onlySecond())
                .put("largestDifference", of.largest())
                .put("example", of.example()));
    return document;
  }
}
