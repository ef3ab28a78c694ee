package trainer.appmaster.files;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.job.JobSpec;

/** Sweeps what an export that did not come to its end has left beside the output. */
public final class Leftovers {
  private static final Logger LOG = LoggerFactory.getLogger(Leftovers.class);

  private Leftovers() {}

  /** Deletes the temporary folders of this job; trouble with that is only logged. */
  public static void delete(Configuration hadoop, JobSpec spec) {
    Path output = new Path(Settings.of(spec.settings()).get(Keys.OUTPUT));
    String ours = output.getName() + "._" + spec.id() + "-";
    try {
      FileSystem files = output.getFileSystem(hadoop);
      Path beside = files.makeQualified(output).getParent();
      if (beside == null || !files.exists(beside)) {
        return;
      }
      for (FileStatus file : files.listStatus(beside)) {
        if (file.getPath().getName().startsWith(ours)) {
          LOG.info("Deleting {}", file.getPath());
          files.delete(file.getPath(), true);
        }
      }
    } catch (IOException e) {
      LOG.warn("A temporary folder may be left beside {}", output, e);
    }
  }
}
