package trainer.avro.digest;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.security.MessageDigest;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import trainer.core.digest.Sha256;

/**
 * A SHA-256 computed by a thread of its own, over one buffer while the caller fills the other one.
 */
public final class ParallelDigest implements Closeable {
  private static final int BUFFER = 1 << 16;

  private final MessageDigest digest = Sha256.create();
  private final ExecutorService thread;
  private byte[] other = new byte[BUFFER];
  private Future<?> digested;

  public ParallelDigest() {
    this(Executors.newSingleThreadExecutor(ParallelDigest::daemon));
  }

  /** With a thread supplied by the caller; {@link #close} ends it. */
  ParallelDigest(ExecutorService thread) {
    this.thread = thread;
  }

  /** The first buffer to fill. */
  public byte[] first() {
    return new byte[BUFFER];
  }

  /** Accepts a filled buffer to be digested, and returns the other one. */
  public byte[] exchange(byte[] full, int length) throws IOException {
    await();
    digested = thread.submit(() -> digest.update(full, 0, length));
    byte[] empty = other;
    other = full;
    return empty;
  }

  /** The digest of all bytes, of which these are the last. */
  public String finish(byte[] last, int length) throws IOException {
    await();
    digest.update(last, 0, length);
    return Sha256.hex(digest);
  }

  /** Ends the thread. */
  @Override
  public void close() {
    thread.shutdownNow();
  }

  private void await() throws IOException {
    if (digested == null) {
      return;
    }
    try {
      digested.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("a digest could not be computed", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while a digest was computed");
    }
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "digest");
    thread.setDaemon(true);
    return thread;
  }
}
