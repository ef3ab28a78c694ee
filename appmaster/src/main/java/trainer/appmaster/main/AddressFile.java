package trainer.appmaster.main;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import trainer.appmaster.run.Cluster;
import trainer.core.job.JobFolder;

/** Says in the application's folder where the master that leads is reached. */
final class AddressFile {
  private AddressFile() {}

  static void write(FileSystem files, JobFolder folder, Cluster.Address address)
      throws IOException {
    Path file = new Path(folder.masterAddress());
    Path beside = new Path(file.getParent(), "_" + file.getName());
    try (OutputStream out = files.create(beside, true)) {
      String text = address.host() + ":" + address.port() + "\n" + address.trackingUrl() + "\n";
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    files.delete(file, false);
    if (!files.rename(beside, file)) {
      throw new IOException("cannot rename " + beside + " to " + file);
    }
  }
}
