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
 * job. On a file system with exclusive creation only one of two jobs gets the output.
 *
 * @param job the job's id; empty while its client writes the claim
 * @param user the submitting user
 * @param cluster the YARN cluster that runs the job; empty if none does
 * @param process the process without which the job ends; {@link ProcessMark#NONE} if there is none
 */
public record OutputClaim(String job, String user, String cluster, ProcessMark process) {
  private static final FsPermission READABLE = new FsPermission((short) 0644);

  /** The path of the claim to an output. Listings of input skip such names. */
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

  /**
   * Claims the output, unless there is a claim to it.
   *
   * @return whether this job now holds the claim
   */
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

  /**
   * Creates the file exclusively. Hadoop's local file system would check and create in two steps.
   */
  private static OutputStream create(FileSystem files, Path place) throws IOException {
    return "file".equals(files.getUri().getScheme())
        ? Files.newOutputStream(
            java.nio.file.Path.of(files.makeQualified(place).toUri().getPath()),
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.WRITE)
        : files.create(place, false);
  }

  /**
   * Removes an obsolete claim: renames it, and deletes it only if it is still the same claim.
   *
   * @param by the job that removes it
   * @return whether it is gone; false if this user may not rename it
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

  /** Deletes the claim to the output if it belongs to this job. */
  public static void release(FileSystem files, Path output, String job) throws IOException {
    if (read(files, output).filter(claim -> claim.job().equals(job)).isPresent()) {
      files.delete(place(output), false);
    }
  }
}
