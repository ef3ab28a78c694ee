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
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Properties;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.ipc.RemoteException;

/**
 * The claim of a job to its output: a small file beside it, from the submission to the end of the
 * job. Where a file system creates a file only if it is not there, one of two jobs gets it.
 *
 * @param job the job's id; empty while its client writes the claim
 * @param user that submitted it
 * @param cluster the YARN cluster that knows the job; empty if none does
 * @param process the process without which the job ends; {@link ProcessMark#NONE} if there is none
 */
public record OutputClaim(String job, String user, String cluster, ProcessMark process) {
  private static final FsPermission READABLE = new FsPermission((short) 0644);

  /** Where the claim to an output lies. Inputs leave such names out. */
  public static Path place(Path output) {
    return new Path(output.getParent(), "._trainer-output-" + output.getName());
  }

  /** The claim to an output, if there is one. */
  public static Optional<OutputClaim> read(FileSystem files, Path output) throws IOException {
    return readFile(files, place(output));
  }

  private static Optional<OutputClaim> readFile(FileSystem files, Path file) throws IOException {
    Properties text = new Properties();
    try (InputStream in = files.open(file);
        Reader reader = new InputStreamReader(in, StandardCharsets.UTF_8)) {
      text.load(reader);
    } catch (FileNotFoundException e) {
      return Optional.empty();
    }
    return Optional.of(
        new OutputClaim(
            text.getProperty("job", ""),
            text.getProperty("user", ""),
            text.getProperty("cluster", ""),
            ProcessMark.parse(text.getProperty("process", ""))));
  }

  /** Claims the output, unless there is a claim to it. */
  public boolean put(FileSystem files, Path output) throws IOException {
    Properties text = new Properties();
    text.setProperty("job", job);
    text.setProperty("user", user);
    text.setProperty("cluster", cluster);
    text.setProperty("process", process.toString());
    Path place = place(output);
    try (OutputStream out = create(files, place);
        Writer writer = new OutputStreamWriter(out, StandardCharsets.UTF_8)) {
      text.store(writer, null);
    } catch (FileAlreadyExistsException | java.nio.file.FileAlreadyExistsException e) {
      return false;
    } catch (RemoteException e) {
      if (e.getClassName().endsWith("AlreadyBeingCreatedException")) {
        return false; // by another client, just now
      }
      throw e;
    }
    files.setPermission(place, READABLE);
    return read(files, output).filter(this::equals).isPresent();
  }

  /** Hadoop's local file system looks first and creates then, whatever came in between. */
  private static OutputStream create(FileSystem files, Path place) throws IOException {
    return "file".equals(files.getUri().getScheme())
        ? Files.newOutputStream(
            java.nio.file.Path.of(files.makeQualified(place).toUri().getPath()),
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.WRITE)
        : files.create(place, false);
  }

  /**
   * Drops a claim that is over: moves it aside, and deletes it only if it is still that one.
   *
   * @param by the job that drops it
   * @return whether it is gone; false where this user may not move it
   */
  public boolean drop(FileSystem files, Path output, String by) throws IOException {
    Path place = place(output);
    Path aside = new Path(place.getParent(), place.getName() + "-" + by);
    if (!files.rename(place, aside)) {
      return !files.exists(place);
    }
    Optional<OutputClaim> moved = readFile(files, aside);
    if (moved.filter(this::equals).isEmpty()) {
      files.rename(aside, place); // another job has claimed the output meanwhile
      return true;
    }
    return files.delete(aside, false);
  }

  /** Gives up the claim of a job, if the claim to the output is its own. */
  public static void release(FileSystem files, Path output, String job) throws IOException {
    if (read(files, output).filter(claim -> claim.job().equals(job)).isPresent()) {
      files.delete(place(output), false);
    }
  }
}
