package trainer.client.run;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;
import trainer.core.job.JobFolder;

/** What is kept of an embedded run when its HDFS goes: the job's folder, and the model in it. */
final class Keepsake {
  private Keepsake() {}

  /**
   * Copies to {@code ~/.trainer/jobs/<application id>}; returns where.
   *
   * @param output where the model is, if there is one; left where it is when it does not go
   */
  static Path copy(JobFolder folder, String output, Configuration hadoop) throws IOException {
    Path from = new Path(folder.root());
    FileSystem going = from.getFileSystem(hadoop);
    FileSystem here = FileSystem.getLocal(hadoop);
    Path to = new Path(UserFolders.localJobs(), from.getName());
    here.mkdirs(to.getParent());
    FileUtil.copy(going, from, here, to, false, true, hadoop);
    Path model = new Path(output);
    FileSystem models = model.getFileSystem(hadoop);
    if (models.getUri().equals(going.getUri()) && models.exists(model)) {
      FileUtil.copy(models, model, here, new Path(to, "model"), false, true, hadoop);
    }
    return to;
  }
}
