package trainer.data.file;

import java.io.Closeable;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.input.InputFile;

/**
 * An open input file that must be unchanged since the index read it. Used by one thread at a time.
 */
public final class PinnedFile implements Closeable {
  private static final int MAGIC_BYTES = 10;

  private final InputFile file;
  private final FileSystem system;
  private final Content content;

  /** The bytes that are read: the file's own, or the decompressed ones. */
  interface Content extends Closeable {
    long length();

    void read(long position, byte[] into, int offset, int count) throws IOException;
  }

  /** The file's own bytes. */
  private record Stored(long length, FSDataInputStream in) implements Content {
    @Override
    public void read(long position, byte[] into, int offset, int count) throws IOException {
      in.seek(position);
      in.readFully(into, offset, count);
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }

  private PinnedFile(InputFile file, FileSystem system, Content content) {
    this.file = file;
    this.system = system;
    this.content = content;
  }

  private PinnedFile(InputFile file, FileSystem system, FSDataInputStream in) {
    this(file, system, new Stored(file.length(), in));
  }

  /** The compression of the whole file, by its first bytes; nothing if there is none. */
  public Optional<Compression> compression() {
    byte[] start = new byte[(int) Math.min(MAGIC_BYTES, length())];
    read(0, start, 0, start.length);
    return Compression.of(start);
  }

  /**
   * A copy of the file without compression. Closing it leaves this one open.
   *
   * @param most bytes beyond which the rest is left out
   * @throws FailureException INPUT_CORRUPT, INPUT_TRUNCATED, STORAGE_FAILED
   */
  public PinnedFile decompressed(Compression compression, long most) {
    return new PinnedFile(file, system, DecompressedCopy.of(this, compression, most));
  }

  /**
   * Opens a file that was just listed, without checking again for a change.
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
   * Checks that the file's length and modification time are still those of the index.
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
      // A second check: a rename may be in progress, or a NameNode may just have taken over.
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

  /** The bytes that can be read. */
  public long length() {
    return content.length();
  }

  /**
   * Reads {@code length} bytes from {@code position} on, all within the pinned length.
   *
   * @throws FailureException INPUT_CHANGED if the file is shorter now
   */
  public void read(long position, byte[] into, int offset, int length) {
    try {
      content.read(position, into, offset, length);
    } catch (EOFException e) {
      throw changed(file, "it ends before byte " + (position + length));
    } catch (IOException e) {
      throw StorageFailures.of(e, file.path() + " at byte " + position, FailureKind.INPUT_GONE);
    }
  }

  @Override
  public void close() throws IOException {
    content.close();
  }
}
