package trainer.client.doctor;

import java.io.IOException;
import java.nio.file.Files;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import trainer.client.submit.JobFiles;
import trainer.client.yarn.ClusterSurvey;

/**
 * Whether the folder of jobs can be written, and its file system flushes. The probe leaves nothing.
 *
 * @param cluster null where jobs run on this machine
 */
record JobFolderCheck(Place place, ClusterSurvey cluster) implements Check {
  static final String NAME = "job-folder";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String needs() {
    return place.isCluster() ? FileSystemCheck.NAME : "";
  }

  @Override
  public Finding find() throws IOException {
    Path folder = place.jobDir();
    if (cluster != null) {
      cluster.requireReachable(folder);
    }
    JobFiles.on(folder, place.hadoop()).tryCanFlush(folder);
    FileSystem files = folder.getFileSystem(place.hadoop());
    Path existing = Place.existing(files, folder);
    boolean isLocal = files.getScheme().equals("file"); // where the probe writes no file
    return isLocal && !Files.isWritable(java.nio.file.Path.of(existing.toUri().getPath()))
        ? Finding.fail(
            existing + " cannot be written", "set trainer.job.dir to a folder of your own")
        : Finding.ok(folder + " can be written");
  }
}
