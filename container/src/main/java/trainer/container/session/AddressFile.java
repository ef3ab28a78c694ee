package trainer.container.session;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.UnsupportedFileSystemException;

/**
 * The file in an application's folder that says where the master is reached that leads. It is
 * replaced in one step, so that whoever reads it finds the old or the new one whole.
 */
public final class AddressFile {
  private static final int LIMIT_BYTES = 4096;

  private final Path path;
  private final Configuration hadoop;

  /**
   * @param path {@link trainer.core.job.JobFolder#masterAddress()}
   */
  public AddressFile(String path, Configuration hadoop) {
    this.path = new Path(path);
    this.hadoop = hadoop;
  }

  /** What it says, or nothing before the first master has written it. */
  public Optional<MasterAddress> read() throws IOException {
    try (InputStream in = path.getFileSystem(hadoop).open(path)) {
      String text = new String(in.readNBytes(LIMIT_BYTES), StandardCharsets.UTF_8);
      return Optional.of(MasterAddress.parse(text));
    } catch (FileNotFoundException e) {
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      throw new IOException(path + ": " + e.getMessage(), e);
    }
  }

  /** Says it from now on. */
  public void write(MasterAddress address) throws IOException {
    FileSystem files = path.getFileSystem(hadoop);
    Path beside = new Path(path.getParent(), "_" + path.getName() + "-" + address.term());
    try (OutputStream out = files.create(beside, true)) {
      out.write(address.text().getBytes(StandardCharsets.UTF_8));
    }
    try {
      FileContext.getFileContext(path.toUri(), hadoop)
          .rename(beside, path, Options.Rename.OVERWRITE);
    } catch (UnsupportedFileSystemException e) {
      replace(files, beside);
    }
  }

  /** On a file system that cannot do it in one step: a reader who finds none looks again. */
  private void replace(FileSystem files, Path beside) throws IOException {
    files.delete(path, false);
    if (!files.rename(beside, path)) {
      throw new IOException("cannot rename " + beside + " to " + path);
    }
  }
}
