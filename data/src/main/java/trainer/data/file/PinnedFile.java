package trainer.data.file;

import java.io.Closeable;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.input.InputFile;

/** An open input file that must still be what the index saw. One thread at a time. */
public final class PinnedFile implements Closeable {
  private final InputFile file;
  private final FileSystem system;
  private final FSDataInputStream in;

  private PinnedFile(InputFile file, FileSystem system, FSDataInputStream in) {
    this.file = file;
    this.system = system;
    this.in = in;
  }

  /**
   * Opens a file that was just listed, without looking again whether it changed.
   *
   * @throws FailureException INPUT_GONE, ACCESS_DENIED, STORAGE_FAILED
   */
  public static PinnedFile openListed(Configuration hadoop, InputFile file) {
    return StorageFailures.guard(
        file.path(),
        FailureKind.INPUT_GONE,
        () -> {
          Path path = new Path(file.path());
          FileSystem system = path.getFileSystem(hadoop);
          return new PinnedFile(file, system, system.open(path));
        });
  }

  /**
   * Opens a file if its length and modification time are those of the index.
   *
   * @throws FailureException INPUT_CHANGED as well
   */
  public static PinnedFile open(Configuration hadoop, InputFile file) {
    return StorageFailures.guard(
        file.path(),
        FailureKind.INPUT_GONE,
        () -> {
          Path path = new Path(file.path());
          FileSystem system = path.getFileSystem(hadoop);
          verify(system, path, file);
          return new PinnedFile(file, system, system.open(path));
        });
  }

  /**
   * Looks again whether the file is what the index saw.
   *
   * @throws FailureException INPUT_CHANGED, INPUT_GONE
   */
  public void verify() {
    StorageFailures.guard(
        file.path(),
        FailureKind.INPUT_GONE,
        () -> {
          verify(system, new Path(file.path()), file);
          return null;
        });
  }

  private static void verify(FileSystem system, Path path, InputFile file) throws IOException {
    FileStatus now = status(system, path);
    if (now.getLen() != file.length() || now.getModificationTime() != file.modified()) {
      throw changed(
          file,
          "length "
              + file.length()
              + " modified "
              + file.modified()
              + " became length "
              + now.getLen()
              + " modified "
              + now.getModificationTime());
    }
  }

  private static FileStatus status(FileSystem system, Path path) throws IOException {
    try {
      return system.getFileStatus(path);
    } catch (FileNotFoundException once) {
      // One more look: a rename in progress, or a name node that has just taken over.
      return system.getFileStatus(path);
    }
  }

  private static FailureException changed(InputFile file, String how) {
    return new FailureException(
        FailureKind.INPUT_CHANGED,
        "the file changed after the job was cut: " + how,
        file.path(),
        "start a new job");
  }

  public InputFile file() {
    return file;
  }

  public long length() {
    return file.length();
  }

  /** Fills {@code length} bytes from {@code position} on, all within the pinned length. */
  public void read(long position, byte[] into, int offset, int length) {
    try {
      in.seek(position);
      in.readFully(into, offset, length);
    } catch (EOFException e) {
      throw changed(file, "it ends before byte " + (position + length));
    } catch (IOException e) {
      throw StorageFailures.of(e, file.path() + " at byte " + position, FailureKind.INPUT_GONE);
    }
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
