package trainer.container.files;

import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import trainer.avro.job.JobFile;
import trainer.core.digest.Sha256;
import trainer.core.job.JobFolder;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;

/** The file of a job that a client has given to a session. */
public final class SubmittedJob {
  private SubmittedJob() {}

  /**
   * Reads it.
   *
   * @param digest SHA-256 of the file that the client wrote
   * @throws FileNotFoundException if it is missing, or another one is in its place
   */
  public static JobSpec read(FileSystem files, JobFolder folder, JobId job, String digest)
      throws IOException {
    String place = folder.jobFile(job);
    byte[] text;
    try (InputStream in = files.open(new Path(place))) {
      text = in.readAllBytes();
    }
    if (!Sha256.hex(text).equals(digest)) {
      throw new FileNotFoundException(place + " is not the file that was submitted");
    }
    return JobFile.read(new ByteArrayInputStream(text), place);
  }
}
