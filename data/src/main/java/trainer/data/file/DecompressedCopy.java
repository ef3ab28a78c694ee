package trainer.data.file;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/**
 * The decompressed bytes of a file, for reading anywhere: in memory while they are few, else in a
 * file in {@code java.io.tmpdir} that is unlinked at once.
 */
final class DecompressedCopy implements PinnedFile.Content {
  private static final int IN_MEMORY = 1 << 23;
  private static final int BUFFER = 1 << 16;

  /** The bytes, or null where they are in the file. */
  private final byte[] bytes;

  private final FileChannel file;
  private final long length;

  private DecompressedCopy(byte[] bytes, FileChannel file, long length) {
    this.bytes = bytes;
    this.file = file;
    this.length = length;
  }

  /**
   * Decompresses a file.
   *
   * @param most bytes beyond which the rest is left out
   * @throws FailureException INPUT_CORRUPT, INPUT_TRUNCATED; STORAGE_FAILED if this host's disk
   *     cannot take the copy
   */
  static DecompressedCopy of(PinnedFile file, Compression compression, long most) {
    try (InputStream in = open(file, compression)) {
      ByteArrayOutputStream first = new ByteArrayOutputStream();
      long copied = copy(file, in, first, Math.min(most, IN_MEMORY));
      if (copied < IN_MEMORY) {
        return new DecompressedCopy(first.toByteArray(), null, copied);
      }
      return onDisk(file, in, first, most);
    } catch (IOException e) {
      throw broken(file, compression, e);
    }
  }

  private static InputStream open(PinnedFile file, Compression compression) throws IOException {
    return compression.open(new BufferedInputStream(new PinnedStream(file), BUFFER));
  }

  private static DecompressedCopy onDisk(
      PinnedFile file, InputStream in, ByteArrayOutputStream first, long most) throws IOException {
    FileChannel channel = unlinked(file);
    try {
      OutputStream out = Channels.newOutputStream(channel);
      write(file, out, first.toByteArray(), first.size());
      long copied = first.size() + copy(file, in, out, most - first.size());
      return new DecompressedCopy(null, channel, copied);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /** A new file that disappears when it is closed. */
  private static FileChannel unlinked(PinnedFile file) {
    try {
      Path path = Files.createTempFile("trainer", ".decompressed");
      FileChannel channel =
          FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
      Files.delete(path);
      return channel;
    } catch (IOException e) {
      throw full(file, e);
    }
  }

  private static long copy(PinnedFile file, InputStream in, OutputStream out, long most)
      throws IOException {
    byte[] buffer = new byte[BUFFER];
    long copied = 0;
    while (copied < most) {
      int count = in.read(buffer, 0, (int) Math.min(buffer.length, most - copied));
      if (count < 0) {
        return copied;
      }
      write(file, out, buffer, count);
      copied += count;
    }
    return copied;
  }

  private static void write(PinnedFile file, OutputStream out, byte[] bytes, int count) {
    try {
      out.write(bytes, 0, count);
    } catch (IOException e) {
      throw full(file, e);
    }
  }

  private static FailureException full(PinnedFile file, IOException e) {
    String folder = System.getProperty("java.io.tmpdir");
    return new FailureException(
        new Failure(
            FailureKind.STORAGE_FAILED,
            "the decompressed copy cannot be written to " + folder + ": " + e.getMessage(),
            file.file().path(),
            "make room there, or decompress the file"),
        e);
  }

  private static FailureException broken(PinnedFile file, Compression compression, IOException e) {
    // the libraries say it in their own words
    boolean isShort =
        e instanceof EOFException
            || String.valueOf(e.getMessage()).matches("(?i).*(\\beof|end of stream|truncated).*");
    return new FailureException(
        new Failure(
            isShort ? FailureKind.INPUT_TRUNCATED : FailureKind.INPUT_CORRUPT,
            "the "
                + compression.title()
                + " data is "
                + (isShort ? "cut short" : "damaged")
                + " ("
                + e.getMessage()
                + ")",
            file.file().path(),
            "write the file again; test it with the tool that made it"),
        e);
  }

  @Override
  public long length() {
    return length;
  }

  @Override
  public void read(long position, byte[] into, int offset, int count) throws IOException {
    if (bytes != null) {
      System.arraycopy(bytes, Math.toIntExact(position), into, offset, count);
      return;
    }
    ByteBuffer buffer = ByteBuffer.wrap(into, offset, count);
    while (buffer.hasRemaining()) {
      if (file.read(buffer, position + count - buffer.remaining()) < 0) {
        throw new EOFException();
      }
    }
  }

  @Override
  public void close() throws IOException {
    if (file != null) {
      file.close();
    }
  }
}
