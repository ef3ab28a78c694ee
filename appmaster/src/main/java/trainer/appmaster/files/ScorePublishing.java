package trainer.appmaster.files;

import java.io.IOException;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import trainer.container.files.RetryPolicy;
import trainer.container.files.WriteFailures;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.Failpoint;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.job.JobSpec;
import trainer.core.job.ScoreOutput;
import trainer.core.message.OutputFile;
import trainer.master.job.api.JobEffect;
import trainer.master.job.api.JobEvent;

/**
 * Publishing of the rows of a job that trains nothing. The workers have written the files. This
 * class checks their lengths, writes the manifest and {@code _SUCCESS}, deletes all other files,
 * and last renames the folder to {@code trainer.output}.
 *
 * <p>A worker that was given up may still write a file into the folder. Such a file is deleted
 * before the rename, and once more after it. A master that finds the output in its place deletes
 * them, too: the master that renamed the folder may have been lost before it did.
 */
public final class ScorePublishing {
  private final Configuration hadoop;
  private final JobSpec spec;
  private final Settings settings;
  private final LeadershipFence fence;
  private final RetryPolicy patience;
  private final ModelPermissions permissions;

  /**
   * @param fence passed before anything changes at the output
   * @param patience retries while the storage fails or leaves an outcome unknown
   */
  public ScorePublishing(
      Configuration hadoop,
      JobSpec spec,
      Settings settings,
      LeadershipFence fence,
      RetryPolicy patience) {
    this.hadoop = hadoop;
    this.spec = spec;
    this.settings = settings;
    this.fence = fence;
    this.patience = patience;
    this.permissions = ModelPermissions.of(settings.get(Keys.OUTPUT_PERMISSIONS));
  }

  /** Looks for an output that an earlier master of this job has put in its place. */
  public JobEvent find() {
    try {
      return patience.until(
          "Looking for the output",
          () -> {
            Path place = new Path(settings.get(Keys.OUTPUT));
            FileSystem files = place.getFileSystem(hadoop);
            Path output = files.makeQualified(place);
            Optional<ScoreManifest> found = ScoreManifest.read(spec.id(), files, output);
            if (found.isEmpty()) {
              return new JobEvent.NotPublished();
            }
            sweep(files, output, found.get());
            return new JobEvent.Published(found.get().id(), output.toString());
          });
    } catch (IOException | RuntimeException e) {
      return failed(e);
    }
  }

  /**
   * Publishes the output. Blocks.
   *
   * @param delayed receives the first failure, if publishing is retried
   */
  public JobEvent publish(JobEffect.PublishScores order, Consumer<JobEvent> delayed) {
    String place = settings.get(Keys.OUTPUT);
    try {
      return patience
          .reporting(e -> delayed.accept(new JobEvent.PublishDelayed(WriteFailures.of(e, place))))
          .until("Publishing", () -> WriteFailures.guard(place, () -> put(order.files())));
    } catch (IOException | RuntimeException e) {
      return failed(e);
    }
  }

  private JobEvent.PublishFailed failed(Exception e) {
    return new JobEvent.PublishFailed(WriteFailures.of(e, settings.get(Keys.OUTPUT)));
  }

  private JobEvent put(List<OutputFile> written) throws IOException {
    Path folder = new Path(spec.rowFolder());
    FileSystem files = folder.getFileSystem(hadoop);
    Path output = files.makeQualified(new Path(settings.get(Keys.OUTPUT)));
    OutputPlacement placement =
        new OutputPlacement(
            hadoop,
            spec,
            files,
            output,
            settings.get(Keys.OUTPUT_OVERWRITE),
            ScoreOutput.MANIFEST,
            () -> ScoreManifest.idOf(spec.id(), files, output).isPresent());
    ScoreManifest manifest = ScoreManifest.of(spec, settings, written);
    if (ScoreManifest.idOf(spec.id(), files, output).isEmpty()) {
      try {
        placement.prepare();
        requireRows(written);
        check(files, folder, written);
        write(files, new Path(folder, ScoreOutput.MANIFEST), manifest.encode());
        write(files, new Path(folder, ScoreOutput.SUCCESS), new byte[0]);
        files.setPermission(folder, permissions.folder());
        sweep(files, folder, manifest);
        fence.pass();
        Failpoint.hit("master.beforeRename");
        placement.place(folder);
        Failpoint.hit("master.afterRename");
      } catch (FailureException e) {
        // Another master of this job may have published since the first look.
        if (ScoreManifest.idOf(spec.id(), files, output).isEmpty()) {
          throw e;
        }
      }
    }
    sweep(files, output, manifest);
    return new JobEvent.Published(manifest.id(), output.toString());
  }

  private void requireRows(List<OutputFile> written) {
    if (written.stream().allMatch(file -> file.rows() == 0)) {
      throw new FailureException(
          FailureKind.INPUT_EMPTY,
          "the input holds no record that can be used",
          settings.get(Keys.INPUT),
          "check the path");
    }
  }

  private void check(FileSystem files, Path folder, List<OutputFile> written) throws IOException {
    Map<String, Long> lengths = new HashMap<>();
    for (FileStatus file : files.listStatus(folder)) {
      lengths.put(file.getPath().getName(), file.getLen());
    }
    for (OutputFile file : written) {
      Path path = new Path(folder, file.name());
      Long length = lengths.get(file.name());
      if (length == null || length != file.bytes()) {
        String found = length == null ? "it is gone" : "it has " + length + " bytes";
        throw new FailureException(
            new Failure(
                FailureKind.STORAGE_FAILED,
                "a worker wrote a file of " + file.bytes() + " bytes, and " + found,
                path.toString(),
                "keep other programs out of that folder; run the job again"),
            null);
      }
      files.setPermission(path, permissions.file());
    }
  }

  private void write(FileSystem files, Path file, byte[] content) throws IOException {
    try (OutputStream out = files.createFile(file).overwrite(true).build()) {
      out.write(content);
    }
    files.setPermission(file, permissions.file());
  }

  /** Deletes files that do not count. */
  private static void sweep(FileSystem files, Path folder, ScoreManifest manifest)
      throws IOException {
    Set<String> ours = manifest.names();
    ours.addAll(Set.of(ScoreOutput.MANIFEST, ScoreOutput.SUCCESS));
    for (FileStatus file : files.listStatus(folder)) {
      if (!ours.contains(file.getPath().getName())) {
        files.delete(file.getPath(), true);
      }
    }
  }
}
