package trainer.data.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.apache.hadoop.fs.FileStatus;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/**
 * A check for pipes, devices and sockets of this machine. Other processes cannot read them again,
 * and opening a pipe may block forever.
 */
final class SpecialFile {
  private SpecialFile() {}

  /**
   * Rejects such a file.
   *
   * @throws FailureException INPUT_BAD_FILE
   */
  static void refuse(FileStatus file) throws IOException {
    // Special files have length 0, so that no other file costs a second check.
    if (!"file".equals(file.getPath().toUri().getScheme())) {
      return;
    }
    Path path = Path.of(file.getPath().toUri().getPath());
    if (isDevice(path) || (file.getLen() == 0 && isOther(path))) {
      throw new FailureException(
          FailureKind.INPUT_BAD_FILE,
          "this is a pipe, device or socket, not a file",
          file.getPath().toString(),
          "write the data to a file first");
    }
  }

  /**
   * Detects devices by name, since the standard input of this process differs from that of the
   * job's.
   */
  private static boolean isDevice(Path path) {
    return path.startsWith("/dev") && !path.startsWith("/dev/shm");
  }

  private static boolean isOther(Path path) throws IOException {
    return Files.readAttributes(path, BasicFileAttributes.class).isOther();
  }
}
