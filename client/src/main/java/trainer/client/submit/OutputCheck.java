package trainer.client.submit;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import trainer.avro.model.ModelFormat;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.job.ScoreOutput;

/**
 * The check that the model can be put at the output. No output exists there that must stay, and a
 * file can be written beside it. The write is tried, since permissions and quotas are known to the
 * file system alone.
 */
final class OutputCheck {
  private static final String ADVICE = "give another --output";
  private static final FsPermission FOLDER = new FsPermission((short) 0700);

  private final Configuration hadoop;
  private final Settings settings;
  private final Path output;

  /**
   * @param settings with qualified paths
   */
  OutputCheck(Configuration hadoop, Settings settings) {
    this.hadoop = hadoop;
    this.settings = settings;
    this.output = new Path(settings.get(Keys.OUTPUT));
  }

  void check() {
    if (output.getName().contains(":")) {
      throw UnwritableFolder.failure(
          "the output",
          output,
          "give an --output without a colon",
          "Hadoop writes nothing beside a name with a colon",
          null);
    }
    boolean overwrite = settings.get(Keys.OUTPUT_OVERWRITE);
    if (overwrite) {
      refuseToHold(QualifiedPaths.inputs(settings));
      refuseToHold(List.of(settings.get(Keys.JOB_DIR)));
    }
    try {
      FileSystem files = output.getFileSystem(hadoop);
      refuseLinkToNothing();
      if (files.exists(output)) {
        refuseWhatExists(files, overwrite);
      }
      write(files, nearestFolder(files));
    } catch (IOException e) {
      throw ServiceFailure.of(output.toString(), e);
    }
  }

  /** Refuses a dangling link: Hadoop reports it as absent, but nothing can be renamed to it. */
  private void refuseLinkToNothing() throws IOException {
    if (!"file".equals(output.toUri().getScheme())) {
      return;
    }
    java.nio.file.Path link = java.nio.file.Path.of(output.toUri().getPath());
    if (Files.isSymbolicLink(link) && !Files.exists(link)) {
      throw UnwritableFolder.failure(
          "the output",
          output,
          "delete the link, or give another --output",
          "it is a link to " + Files.readSymbolicLink(link) + ", which does not exist",
          null);
    }
  }

  private void refuseWhatExists(FileSystem files, boolean overwrite) throws IOException {
    if (!overwrite) {
      throw new FailureException(
          FailureKind.OUTPUT_EXISTS,
          "the output exists already",
          output.toString(),
          "give another --output, or --overwrite");
    }
    boolean isModel = settings.isTraining();
    String manifest = isModel ? ModelFormat.MANIFEST : ScoreOutput.MANIFEST;
    if (!files.exists(new Path(output, manifest)) && files.listStatusIterator(output).hasNext()) {
      throw new FailureException(
          FailureKind.OUTPUT_EXISTS,
          "what is there is no "
              + (isModel ? "model" : "output of score or import")
              + ", and --overwrite replaces nothing else",
          output.toString(),
          "move it away or give another --output");
    }
  }

  /** Refuses an output that holds other paths of the job, which would be deleted with it. */
  private void refuseToHold(List<String> others) {
    for (String other : others) {
      for (Path path = new Path(other); path != null; path = path.getParent()) {
        if (path.toUri().getPath().equals(output.toUri().getPath())) {
          throw new FailureException(
              FailureKind.CONFIG_INVALID,
              "the output would hold " + other,
              output.toString(),
              "give a folder of its own as --output");
        }
      }
    }
  }

  /** The deepest existing folder above the output. */
  private Path nearestFolder(FileSystem files) throws IOException {
    Path folder = output.getParent();
    if (folder == null) {
      throw UnwritableFolder.failure(
          "the output", output, ADVICE, "it is a whole file system", null);
    }
    while (folder.getParent() != null && !existsAsFolder(files, folder)) {
      folder = folder.getParent();
    }
    return folder;
  }

  private boolean existsAsFolder(FileSystem files, Path folder) throws IOException {
    try {
      if (files.getFileStatus(folder).isDirectory()) {
        return true;
      }
    } catch (java.io.FileNotFoundException e) {
      return false;
    } catch (org.apache.hadoop.fs.ParentNotDirectoryException e) {
      return false;
    }
    throw UnwritableFolder.failure("the output", output, ADVICE, folder + " is a file", null);
  }

  private void write(FileSystem files, Path folder) throws IOException {
    Path probe = new Path(folder, "._trainer-" + UUID.randomUUID());
    try {
      make(files, probe);
      try (OutputStream out = files.create(new Path(probe, "probe"))) {
        out.write(0);
      }
    } catch (IOException e) {
      throw UnwritableFolder.of("the output", output, ADVICE, e);
    } finally {
      forget(files, probe);
    }
  }

  private static void make(FileSystem files, Path probe) throws IOException {
    if (!files.mkdirs(probe)) {
      if ("file".equals(probe.toUri().getScheme())) {
        // Hadoop's local file system gives no reason.
        Files.createDirectory(java.nio.file.Path.of(probe.toUri().getPath()));
      }
      throw new IOException("no folder can be made in " + probe.getParent());
    }
    files.setPermission(probe, FOLDER);
  }

  private static void forget(FileSystem files, Path probe) {
    try {
      files.delete(probe, true);
    } catch (IOException e) {
      return; // nothing was written, so nothing needs deleting
    }
  }
}
