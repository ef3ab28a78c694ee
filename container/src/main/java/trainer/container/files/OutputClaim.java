package trainer.container.files;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Properties;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * The claim of a job to its output: a small file beside it, from the submission to the end of the
 * job. Creating a file that is not there is atomic, so one of two jobs gets it.
 *
 * @param job the job's id
 * @param user that submitted it
 * @param host the machine without whose process {@code pid} the job ends; empty if there is none
 * @param pid that process; 0 if there is none
 * @param started when that process started, epoch milliseconds: process numbers come again
 */
public record OutputClaim(String job, String user, String host, long pid, long started) {
  private static final FsPermission READABLE = new FsPermission((short) 0644);

  /** Where the claim to an output lies. Inputs leave such names out. */
  public static Path place(Path output) {
    return new Path(output.getParent(), "._trainer-output-" + output.getName());
  }

  /** The claim to an output, if there is one. */
  public static Optional<OutputClaim> read(FileSystem files, Path output) throws IOException {
    Properties text = new Properties();
    try (InputStream in = files.open(place(output));
        Reader reader = new InputStreamReader(in, StandardCharsets.UTF_8)) {
      text.load(reader);
    } catch (FileNotFoundException e) {
      return Optional.empty();
    }
    return Optional.of(
        new OutputClaim(
            text.getProperty("job", ""),
            text.getProperty("user", ""),
            text.getProperty("host", ""),
            number(text, "pid"),
            number(text, "started")));
  }

  /** 0 in a file that its writer did not finish. */
  private static long number(Properties text, String name) {
    try {
      return Long.parseLong(text.getProperty(name, "0"));
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  /** Claims the output, unless there is a claim to it. */
  public boolean put(FileSystem files, Path output) throws IOException {
    Properties text = new Properties();
    text.setProperty("job", job);
    text.setProperty("user", user);
    text.setProperty("host", host);
    text.setProperty("pid", Long.toString(pid));
    text.setProperty("started", Long.toString(started));
    Path place = place(output);
    try (OutputStream out = files.create(place, false);
        Writer writer = new OutputStreamWriter(out, StandardCharsets.UTF_8)) {
      text.store(writer, null);
    } catch (FileAlreadyExistsException e) {
      return false;
    }
    files.setPermission(place, READABLE);
    return true;
  }

  /** Gives up the claim of a job, if the claim to the output is its own. */
  public static void release(FileSystem files, Path output, String job) throws IOException {
    if (read(files, output).filter(claim -> claim.job().equals(job)).isPresent()) {
      files.delete(place(output), false);
    }
  }
}
