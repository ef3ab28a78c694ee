package trainer.appmaster.files;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import trainer.avro.model.ManifestFile;
import trainer.avro.model.ModelFormat;
import trainer.avro.model.ModelManifest;
import trainer.container.files.RetryPolicy;
import trainer.container.files.StoredModel;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.job.JobSpec;
import trainer.master.job.api.JobEffect;
import trainer.master.job.api.JobEvent;

/**
 * A check whether an earlier master of this job published the model. Publishing is one rename, so a
 * model in place is complete. Its manifest names the job that wrote it.
 */
public final class PublishedModelFinder {
  private final Configuration hadoop;
  private final JobSpec spec;
  private final Settings settings;
  private final RetryPolicy patience;

  public PublishedModelFinder(
      Configuration hadoop, JobSpec spec, Settings settings, RetryPolicy patience) {
    this.patience = patience;
    this.hadoop = hadoop;
    this.spec = spec;
    this.settings = settings;
  }

  /** Whether the model in this folder belongs to this job. */
  static boolean isOf(JobSpec spec, FileSystem files, Path folder) throws IOException {
    return in(folder, spec, files).isPresent();
  }

  /** This job's model in this folder; empty if the folder holds none of this job. */
  private static Optional<ModelManifest> in(Path folder, JobSpec spec, FileSystem files)
      throws IOException {
    if (!files.exists(new Path(folder, ModelFormat.MANIFEST))) {
      return Optional.empty();
    }
    ModelManifest manifest = ManifestFile.read(new StoredModel(files, folder));
    return Optional.of(manifest).filter(one -> one.origin().job().equals(spec.id().toString()));
  }

  /** This job's published model of that version; empty if no master of this job published it. */
  static Optional<JobEvent.Published> published(
      JobSpec spec, FileSystem files, Path output, long version) throws IOException {
    try {
      return in(output, spec, files)
          .filter(manifest -> manifest.version() == version)
          .map(manifest -> new JobEvent.Published(manifest.modelId(), output.toString()));
    } catch (FailureException e) {
      // An unreadable manifest is not ours: ours was written completely before the rename.
      return Optional.empty();
    }
  }

  /**
   * Looks for the model in its place, and deletes the folder it would have been renamed from. If no
   * earlier master has published it by then, none can any more: the source of its rename is gone.
   * Blocks as long as reading the manifest takes.
   */
  public JobEvent find(JobEffect.FindModel order) {
    try {
      return patience.until("Looking for the model", () -> once(order));
    } catch (IOException | RuntimeException e) {
      return new JobEvent.PublishFailed(
          new Failure(
              FailureKind.STORAGE_FAILED,
              "it cannot be known whether the model is in its place: " + e,
              settings.find(Keys.OUTPUT).orElse(""),
              "look there, and run the job again if it is not"));
    }
  }

  private JobEvent once(JobEffect.FindModel order) throws IOException {
    Path place = new Path(settings.get(Keys.OUTPUT));
    FileSystem files = place.getFileSystem(hadoop);
    // Deleted first: a superseded master must find no folder to rename after the look.
    files.delete(new Path(order.folder()), true);
    Path output = files.makeQualified(place);
    Optional<JobEvent.Published> found = published(spec, files, output, order.version());
    return found.isPresent() ? found.get() : new JobEvent.NotPublished();
  }
}
