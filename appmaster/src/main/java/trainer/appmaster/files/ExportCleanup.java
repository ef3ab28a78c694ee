package trainer.appmaster.files;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.container.files.OutputClaim;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.job.JobSpec;

/**
 * Deletion of the temporary folders that unfinished exports of a job left beside the output.
 * Folders of all masters of the job are included.
 */
public final class ExportCleanup {
  private static final Logger LOG = LoggerFactory.getLogger(ExportCleanup.class);

  private ExportCleanup() {}

  /**
   * The folder that an output is moved to just before its replacement is put in place. The name
   * differs from the names deleted below, since this may be the only model there is.
   */
  static Path replaced(Path output, JobSpec spec) {
    return new Path(output.getParent(), output.getName() + "._old-" + spec.id());
  }

  /**
   * Deletes the temporary folders of an ended job and releases its claim to the output. A model
   * that was moved aside for a replacement that never came is moved back. Failures are only logged.
   */
  public static void clear(Configuration hadoop, JobSpec spec) {
    Path place = new Path(Settings.of(spec.settings()).get(Keys.OUTPUT));
    try {
      FileSystem files = place.getFileSystem(hadoop);
      Path output = files.makeQualified(place);
      if (output.getParent() != null && files.exists(output.getParent())) {
        restore(files, output, replaced(output, spec), spec);
        delete(files, output, spec);
        OutputClaim.release(files, output, spec.id().toString());
      }
    } catch (IOException | RuntimeException e) {
      LOG.warn("A temporary folder may be left beside {}", place, e);
    }
    Path kept = new Path(spec.jobFolder(), "model");
    try {
      delete(kept.getFileSystem(hadoop), kept, spec);
    } catch (IOException | RuntimeException e) {
      LOG.warn("A temporary folder may be left beside {}", kept, e);
    }
  }

  private static void restore(FileSystem files, Path output, Path replaced, JobSpec spec)
      throws IOException {
    if (!files.exists(replaced)) {
      return;
    }
    if (!files.exists(output)) {
      LOG.info("{} goes back to its place", replaced);
      files.rename(replaced, output);
    } else if (isOf(spec, files, output)) {
      LOG.info("Deleting {}", replaced);
      files.delete(replaced, true);
    } else {
      LOG.warn("{} is left: somebody else made {}", replaced, output);
    }
  }

  private static boolean isOf(JobSpec spec, FileSystem files, Path output) throws IOException {
    return spec.isTraining()
        ? PublishedModelFinder.isOf(spec, files, output)
        : ScoreManifest.idOf(spec.id(), files, output).isPresent();
  }

  private static void delete(FileSystem files, Path output, JobSpec spec) throws IOException {
    String ours = output.getName() + "._" + spec.id() + "-";
    for (FileStatus file : files.listStatus(output.getParent())) {
      if (file.getPath().getName().startsWith(ours)) {
        LOG.info("Deleting {}", file.getPath());
        files.delete(file.getPath(), true);
      }
    }
  }
}
