package trainer.appmaster.files;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import trainer.appmaster.tracker.TrackerAction;
import trainer.appmaster.tracker.TrackerEvent;
import trainer.avro.model.ManifestFile;
import trainer.avro.model.ModelFormat;
import trainer.avro.model.ModelManifest;
import trainer.container.model.StoredModel;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.job.JobSpec;

/**
 * Looks whether an earlier master of this job put the model in its place. Publishing is one rename,
 * so what is there is whole, and its manifest names the job it is of.
 */
public final class ModelSearch {
  private final Configuration hadoop;
  private final JobSpec spec;
  private final Settings settings;

  public ModelSearch(Configuration hadoop, JobSpec spec, Settings settings) {
    this.hadoop = hadoop;
    this.spec = spec;
    this.settings = settings;
  }

  /** Whether the model in this folder is this job's. */
  static boolean isOf(JobSpec spec, FileSystem files, Path folder) throws IOException {
    return files.exists(new Path(folder, ModelFormat.MANIFEST))
        && ManifestFile.read(new StoredModel(files, folder)).job().equals(spec.id().toString());
  }

  /** Takes as long as reading the manifest takes. */
  public TrackerEvent find(TrackerAction.FindModel order) {
    try {
      Path place = new Path(settings.get(Keys.OUTPUT));
      FileSystem files = place.getFileSystem(hadoop);
      Path output = files.makeQualified(place);
      if (!files.exists(new Path(output, ModelFormat.MANIFEST))) {
        return new TrackerEvent.NotPublished();
      }
      ModelManifest manifest = ManifestFile.read(new StoredModel(files, output));
      boolean ours =
          manifest.job().equals(spec.id().toString()) && manifest.version() == order.version();
      return ours
          ? new TrackerEvent.Published(manifest.modelId(), output.toString())
          : new TrackerEvent.NotPublished();
    } catch (FailureException e) {
      // Somebody's manifest that cannot be read is not ours: ours was written before the rename.
      return new TrackerEvent.NotPublished();
    } catch (IOException | RuntimeException e) {
      return new TrackerEvent.PublishFailed(
          new Failure(
              FailureKind.STORAGE_FAILED,
              "it cannot be known whether the model is in its place: " + e,
              settings.find(Keys.OUTPUT).orElse(""),
              "look there, and run the job again if it is not"));
    }
  }
}
