package trainer.client.cli.model;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import trainer.avro.checkpoint.CheckpointFile;
import trainer.avro.checkpoint.CheckpointManifest;
import trainer.avro.checkpoint.CheckpointVerifier;
import trainer.client.cli.option.HadoopOptions;
import trainer.client.cli.option.Verb;
import trainer.client.submit.ServiceFailure;
import trainer.client.watch.Json;
import trainer.container.files.StoredModel;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.job.CheckpointName;
import trainer.core.message.PartFile;

/** Lists checkpoints, and the reasons why folders are not valid. */
@Command(
    name = "ls",
    description = {
      "Lists the checkpoints of a job, oldest version first.",
      "One is valid when its manifest is whole and every file it lists has its length; verify reads"
          + " the files."
    },
    footer = {
      "",
      "Examples:",
      "  trainer checkpoint ls hdfs:///user/me/.trainer/jobs/application_1795000000000_0001",
      "  trainer checkpoint ls .trainer/jobs/application_1795000000000_0001 --json"
    })
final class CheckpointListCommand extends Verb {
  /**
   * A folder.
   *
   * @param manifest null unless the checkpoint is valid
   * @param objection the reason why it is no checkpoint; empty if it is one
   */
  private record ListedCheckpoint(String folder, CheckpointManifest manifest, String objection) {
    private boolean isValid() {
      return objection.isEmpty();
    }

    private long bytes() {
      return manifest.parts().stream().mapToLong(PartFile::bytes).sum();
    }
  }

  @Mixin private HadoopOptions hadoop;

  @Parameters(
      paramLabel = "URI",
      description = "A job's folder, or the folder with its checkpoints.")
  private String uri;

  @Option(names = "--json", description = "Prints one JSON document.")
  private boolean json;

  @Override
  public Integer call() {
    List<ListedCheckpoint> found = new ArrayList<>();
    Path folder = new Path(uri);
    try {
      FileSystem files = folder.getFileSystem(hadoop.configuration(Map.of()).hadoop());
      if (!files.exists(folder)) {
        throw new FailureException(
            FailureKind.MODEL_NOT_FOUND,
            "there is no such folder",
            files.makeQualified(folder).toString(),
            "check the path; a job's folder is in its report");
      }
      for (Path one : folders(files, folder)) {
        inspect(files, one).ifPresent(found::add);
      }
    } catch (IOException e) {
      throw ServiceFailure.of(uri, e);
    }
    if (json) {
      System.out.println(Json.print(document(found)));
    } else {
      found.forEach(CheckpointListCommand::print);
      if (found.isEmpty()) {
        System.out.println("there are no checkpoints in " + uri);
      }
    }
    return 0;
  }

  /** The folders with names of checkpoints, here or at their place in a job's folder. */
  private static List<Path> folders(FileSystem files, Path folder) throws IOException {
    List<Path> all = new ArrayList<>(checkpointsIn(files, folder));
    all.addAll(checkpointsIn(files, new Path(folder, "checkpoints")));
    Path jobs = new Path(folder, "jobs");
    if (files.exists(jobs)) {
      for (FileStatus job : files.listStatus(jobs)) {
        all.addAll(checkpointsIn(files, new Path(job.getPath(), "checkpoints")));
      }
    }
    return all;
  }

  private static List<Path> checkpointsIn(FileSystem files, Path folder) throws IOException {
    if (!files.exists(folder)) {
      return List.of();
    }
    SortedMap<CheckpointName, Path> found = new TreeMap<>();
    for (FileStatus one : files.listStatus(folder)) {
      if (one.isDirectory()) {
        CheckpointName.of(one.getPath().getName())
            .ifPresent(name -> found.put(name, one.getPath()));
      }
    }
    return List.copyOf(found.values());
  }

  /** Inspects a folder. Empty if the running job has deleted it meanwhile. */
  private static Optional<ListedCheckpoint> inspect(FileSystem files, Path folder)
      throws IOException {
    StoredModel stored = new StoredModel(files, folder);
    try {
      String objection = CheckpointVerifier.objection(stored);
      CheckpointManifest manifest = objection.isEmpty() ? CheckpointFile.read(stored) : null;
      return Optional.of(new ListedCheckpoint(folder.toString(), manifest, objection));
    } catch (IOException | FailureException e) {
      if (files.exists(folder)) {
        throw e;
      }
      return Optional.empty();
    }
  }

  private static void print(ListedCheckpoint found) {
    if (found.isValid()) {
      System.out.printf(
          Locale.ROOT,
          "version %d%s, epoch %d, %,d bytes  %s%n",
          found.manifest().position().version(),
          CheckpointCommand.updatesPastVersion(found.manifest()),
          found.manifest().position().epoch(),
          found.bytes(),
          found.folder());
    } else {
      System.out.println("not valid: " + found.objection() + "  " + found.folder());
    }
  }

  private static ObjectNode document(List<ListedCheckpoint> all) {
    ObjectNode document = Json.object();
    ArrayNode checkpoints = document.putArray("checkpoints");
    for (ListedCheckpoint found : all) {
      ObjectNode one = checkpoints.addObject();
      one.put("folder", found.folder());
      one.put("valid", found.isValid());
      one.put("objection", found.isValid() ? null : found.objection());
      one.put("version", found.isValid() ? (Long) found.manifest().position().version() : null);
      one.put("mark", found.isValid() ? (Long) found.manifest().position().mark() : null);
      one.put("epoch", found.isValid() ? (Integer) found.manifest().position().epoch() : null);
      one.put("bytes", found.isValid() ? (Long) found.bytes() : null);
    }
    return document;
  }
}
