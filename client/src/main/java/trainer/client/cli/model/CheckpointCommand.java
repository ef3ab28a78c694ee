package trainer.client.cli.model;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import trainer.avro.checkpoint.CheckpointDiff;
import trainer.avro.checkpoint.CheckpointFile;
import trainer.avro.checkpoint.CheckpointManifest;
import trainer.avro.checkpoint.CheckpointVerifier;
import trainer.avro.model.ModelDamage;
import trainer.client.cli.option.HadoopOptions;
import trainer.client.cli.option.Verb;
import trainer.client.submit.Unreachable;
import trainer.client.watch.Json;
import trainer.container.files.StoredModel;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.message.PartFile;
import trainer.core.table.TableSpec;

/** The commands on the checkpoints of a job. */
@Command(
    name = "checkpoint",
    description = "Looks at what is kept of a model while it is trained.",
    subcommands = {
      CheckpointListCommand.class,
      CheckpointCommand.Show.class,
      CheckpointCommand.Verify.class,
      CheckpointCommand.Diff.class
    })
public final class CheckpointCommand extends Verb {
  @Override
  public Integer call() {
    throw new FailureException(
        FailureKind.BAD_FLAGS,
        "checkpoint does nothing by itself",
        "",
        "try checkpoint ls URI, show URI, verify URI or diff URI URI");
  }

  /**
   * The mark of a checkpoint without barrier, which also holds updates after its version. Empty for
   * others.
   */
  static String more(CheckpointManifest manifest) {
    return manifest.position().mark() == 0
        ? ""
        : " and what came after it (mark "
            + manifest.position().mark()
            + ", "
            + manifest.position().updates()
            + " updates in all)";
  }

  /** An operation that reads files. */
  private interface Reading<T> {
    T read() throws IOException;
  }

  /** Runs an operation and converts its failure. */
  private static <T> T reading(String uri, Reading<T> work) {
    try {
      return work.read();
    } catch (ChecksumException e) {
      throw new FailureException(
          FailureKind.MODEL_CORRUPT,
          "the file system finds a block of the checkpoint damaged: " + e.getMessage(),
          uri,
          "use another checkpoint");
    } catch (IOException e) {
      throw Unreachable.of(uri, e);
    }
  }

  /** Prints the content of the manifest. */
  @Command(
      name = "show",
      description = "Shows which version a checkpoint holds, of what, and its files.",
      footer = {
        "",
        "Example:",
        "  trainer checkpoint show .trainer/jobs/application_1_0001/jobs/1/checkpoints/1200-3-1"
      })
  static final class Show extends Verb {
    @Mixin private HadoopOptions hadoop;

    @Parameters(paramLabel = "URI", description = "The checkpoint's folder.")
    private String uri;

    @Option(names = "--json", description = "Prints one JSON document.")
    private boolean json;

    @Override
    public Integer call() {
      Configuration configuration = hadoop.configuration(Map.of()).hadoop();
      CheckpointManifest manifest =
          reading(uri, () -> CheckpointFile.read(StoredModel.at(uri, configuration)));
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
      document.put("line", manifest.position().line());
      document.put("term", manifest.position().term());
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
              + more(manifest)
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

  /** Reads every file again. */
  @Command(
      name = "verify",
      description = "Reads every file of a checkpoint and finds what was changed.",
      footer = {"", "Example: trainer checkpoint verify hdfs:///…/jobs/1/checkpoints/1200-3-1"})
  static final class Verify extends Verb {
    @Mixin private HadoopOptions hadoop;

    @Parameters(paramLabel = "URI", description = "The checkpoint's folder.")
    private String uri;

    @Option(names = "--json", description = "Prints one JSON document.")
    private boolean json;

    @Override
    public Integer call() {
      Configuration configuration = hadoop.configuration(Map.of()).hadoop();
      StoredModel folder = reading(uri, () -> StoredModel.at(uri, configuration));
      CheckpointManifest manifest = reading(uri, () -> CheckpointFile.read(folder));
      List<ModelDamage> found = reading(uri, () -> CheckpointVerifier.verify(folder, manifest));
      if (json) {
        System.out.println(Json.print(document(manifest, found)));
        return found.isEmpty() ? 0 : unsound(found);
      }
      CheckpointVerifier.requireSound(uri, found);
      System.out.println("version: " + manifest.position().version());
      System.out.println("sound: " + manifest.parts().size() + " files");
      return 0;
    }

    /**
     * Reports the failure and returns its exit code. It is not thrown: the document was printed,
     * and a failure would print a second one.
     */
    private int unsound(List<ModelDamage> found) {
      try {
        CheckpointVerifier.requireSound(uri, found);
        return 0;
      } catch (FailureException e) {
        System.err.println("ERROR " + e.failure().message());
        return e.failure().kind().exitCode();
      }
    }

    private static ObjectNode document(CheckpointManifest manifest, List<ModelDamage> found) {
      ObjectNode document = Json.object();
      document.put("version", manifest.position().version());
      document.put("sound", found.isEmpty());
      ArrayNode damages = document.putArray("damages");
      for (ModelDamage damage : found) {
        damages
            .addObject()
            .put("file", damage.file())
            .put("offset", damage.offset())
            .put("what", damage.what());
      }
      return document;
    }
  }

  /** Compares two checkpoints. */
  @Command(
      name = "diff",
      description = {
        "Compares the rows of two checkpoints bit for bit, optimizer state included.",
        "The exit code is 0 when they are the same, else 1."
      },
      footer = {"", "Example: trainer checkpoint diff checkpoints/1200-3-1 checkpoints/1400-3-1"})
  static final class Diff extends Verb {
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
      StoredModel one = reading(first, () -> StoredModel.at(first, configuration));
      StoredModel other = reading(second, () -> StoredModel.at(second, configuration));
      Map<String, CheckpointDiff.OfTable> found =
          reading(first, () -> CheckpointDiff.of(one, other));
      boolean same = found.values().stream().allMatch(CheckpointDiff.OfTable::isSame);
      if (json) {
        System.out.println(Json.print(document(same, found)));
      } else {
        found.forEach(Diff::print);
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
}
