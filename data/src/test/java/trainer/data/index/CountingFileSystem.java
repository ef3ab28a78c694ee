package trainer.data.index;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/** The local file system, counting the bytes that are asked for. */
public final class CountingFileSystem extends RawLocalFileSystem {
  private static final AtomicLong READ = new AtomicLong();

  static void reset() {
    READ.set(0);
  }

  static long bytesRead() {
    return READ.get();
  }

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    FSDataInputStream in = super.open(path, bufferSize);
    return new FSDataInputStream(
        new FSInputStream() {
          @Override
          public void seek(long position) throws IOException {
            in.seek(position);
          }

          @Override
          public long getPos() throws IOException {
            return in.getPos();
          }

          @Override
          public boolean seekToNewSource(long target) throws IOException {
            return in.seekToNewSource(target);
          }

          @Override
          public int read() throws IOException {
            READ.incrementAndGet();
            return in.read();
          }

          @Override
          public int read(byte[] into, int offset, int length) throws IOException {
            int count = in.read(into, offset, length);
            READ.addAndGet(Math.max(0, count));
            return count;
          }

          @Override
          public void close() throws IOException {
            in.close();
          }
        });
  }
}
