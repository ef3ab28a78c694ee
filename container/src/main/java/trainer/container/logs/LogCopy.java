package trainer.container.logs;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.apache.hadoop.fs.FSDataOutputStream;

/**
 * One growing local file and its copy. After a failed write the copy is reopened at its stored
 * length, or begun again from the start.
 */
final class LogCopy {
  private final Path local;
  private final LogFolder folder;
  private final String name;
  private FSDataOutputStream out;
  private long copied;

  LogCopy(Path logDir, LogFolder folder, String name) {
    this.local = logDir.resolve(name);
    this.folder = folder;
    this.name = name;
  }

  /** Copies and flushes the bytes that are new. */
  void advance() throws IOException {
    if (!Files.exists(local) || (out != null && Files.size(local) == copied)) {
      return;
    }
    try {
      if (out == null) {
        open();
      }
      copyRest();
      out.hflush();
    } catch (IOException | RuntimeException e) {
      abandon();
      throw e;
    }
  }

  /**
   * Copies the rest and closes the copy.
   *
   * @throws IOException also if the copy's length differs from the file's
   */
  void complete() throws IOException {
    advance();
    if (out != null) {
      FSDataOutputStream closing = out;
      out = null;
      closing.close();
    }
    long stored = folder.length(name);
    long written = Files.exists(local) ? Files.size(local) : 0;
    if (stored != written) {
      throw new IOException(
          folder.path(name) + " holds " + stored + " bytes of " + written + " in " + local);
    }
  }

  private void open() throws IOException {
    long stored = folder.length(name);
    if (stored == 0 || stored > Files.size(local)) {
      out = folder.create(name);
      copied = 0;
      return;
    }
    try {
      out = folder.append(name);
      copied = stored;
    } catch (UnsupportedOperationException e) {
      out = folder.create(name);
      copied = 0;
    }
  }

  private void copyRest() throws IOException {
    try (FileChannel channel = FileChannel.open(local, StandardOpenOption.READ)) {
      channel.position(copied);
      InputStream in = Channels.newInputStream(channel);
      byte[] buffer = new byte[8192];
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        out.write(buffer, 0, n);
        copied += n;
      }
    }
  }

  private void abandon() {
    FSDataOutputStream broken = out;
    out = null;
    if (broken != null) {
      try {
        broken.close();
      } catch (IOException e) {
        // The stored length is read again when the copy is reopened.
        copied = 0;
      }
    }
  }
}
