package trainer.container.session;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import trainer.container.files.Replacement;

/**
 * The file in an application's folder that holds the address of the leading master. Writes replace
 * it atomically where the file system can, so that a reader finds the old or the new one whole.
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

  /**
   * Reads the address; empty before the first master has written it.
   *
   * @throws IOException also if the file holds no address
   */
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

  /** Writes the address, unless the file already names this master or one of a higher term. */
  public void write(MasterAddress address) throws IOException {
    if (isWritten(address)) {
      return;
    }
    FileSystem files = files();
    Path beside = new Path(path.getParent(), "_" + path.getName() + "-" + address.term());
    try (OutputStream out = files.create(beside, true)) {
      out.write(address.text().getBytes(StandardCharsets.UTF_8));
    }
    if (isWritten(address)) {
      files.delete(beside, false);
    } else {
      Replacement.rename(files, beside, path);
    }
  }

  /** For {@code file:} the one without checksums: a reader could find those of another content. */
  private FileSystem files() throws IOException {
    FileSystem files = path.getFileSystem(hadoop);
    return files instanceof LocalFileSystem local ? local.getRawFileSystem() : files;
  }

  private boolean isWritten(MasterAddress address) throws IOException {
    try {
      return read()
          .filter(written -> written.term().number() >= address.term().number())
          .isPresent();
    } catch (IOException e) {
      if (e.getCause() instanceof IllegalArgumentException) {
        return false; // not written by a master
      }
      throw e;
    }
  }
}
