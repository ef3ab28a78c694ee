package trainer.client.doctor;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import trainer.client.config.ClientConfiguration;
import trainer.client.run.SubmittingUser;
import trainer.client.run.UserFolders;
import trainer.client.yarn.YarnConnection;
import trainer.core.config.Keys;
import trainer.core.config.Settings;

/**
 * The place that is examined, as a job would find it.
 *
 * @param isCluster whether jobs would run on a cluster, not on this machine
 */
record Place(ClientConfiguration configuration, boolean isCluster) {
  Settings settings() {
    return configuration.settings();
  }

  /** Hadoop's configuration, with which failures to connect are detected soon. */
  Configuration hadoop() {
    return YarnConnection.withShortRetries(configuration.hadoop());
  }

  /** The name of the user that a job would have. */
  String user() {
    return SubmittingUser.user(configuration.hadoop());
  }

  /** The parent of the folders of jobs: {@code trainer.job.dir}, else its default here. */
  Path jobDir() throws IOException {
    String folder =
        settings()
            .find(Keys.JOB_DIR)
            .orElseGet(
                () ->
                    isCluster ? UserFolders.jobs(configuration, user()) : UserFolders.localJobs());
    Path path = new Path(folder);
    return path.getFileSystem(hadoop()).makeQualified(path);
  }

  /** The innermost of a path and its parents that exists. */
  static Path existing(FileSystem files, Path path) throws IOException {
    Path at = path;
    while (at.getParent() != null && !files.exists(at)) {
      at = at.getParent();
    }
    return at;
  }
}
