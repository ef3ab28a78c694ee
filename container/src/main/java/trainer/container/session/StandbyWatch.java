package trainer.container.session;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.protocol.grpc.MemberStream;

/**
 * A member's second stream, to the standby. The standby says on it that it leads, as soon as it
 * does; the member then registers on it. A stream that breaks before is opened again.
 *
 * <p>A thread of its own opens the streams.
 */
final class StandbyWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StandbyWatch.class);
  private static final long PAUSE_MILLIS = 1000;

  /** Opens a stream to a standby. */
  @FunctionalInterface
  interface Opening {
    /**
     * Connects and shakes hands.
     *
     * @param broken called when the stream has ended
     */
    MemberStream open(HostPort standby, Runnable broken) throws IOException;
  }

  private final Opening opening;
  private Thread thread;
  private HostPort named;
  private MemberStream open;

  /** The caller's; its opening may not have returned yet. */
  private MemberStream released;

  private boolean over;

  StandbyWatch(Opening opening) {
    this.opening = opening;
  }

  /** Watches this standby from now on, and no other. */
  synchronized void name(HostPort standby) {
    if (over || standby.equals(named)) {
      return;
    }
    named = standby;
    closeStream();
    if (thread == null) {
      thread = new Thread(this::run, "standby-watch");
      thread.setDaemon(true);
      thread.start();
    }
    notifyAll();
  }

  /** Whether a standby is known. */
  synchronized boolean isNamed() {
    return named != null;
  }

  /** Leaves this stream to the caller, and watches nothing until a standby is named. */
  synchronized void release(MemberStream stream) {
    released = stream;
    open = null;
    named = null;
  }

  private void run() {
    try {
      for (HostPort standby = next(); standby != null; standby = next()) {
        watch(standby);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits until a stream is to be opened; returns the standby, or null at the end. */
  private synchronized HostPort next() throws InterruptedException {
    while (!over && (open != null || named == null)) {
      wait();
    }
    return over ? null : named;
  }

  private void watch(HostPort standby) throws InterruptedException {
    boolean[] isBroken = {false}; // guarded by this
    try {
      MemberStream stream =
          opening.open(
              standby,
              () -> {
                synchronized (this) {
                  isBroken[0] = true;
                  if (standby.equals(named)) {
                    closeStream();
                  }
                }
              });
      keep(stream, standby, isBroken);
    } catch (IOException e) {
      LOG.debug("the standby at {} is not reached: {}", standby, e.toString());
    }
    pauseUnlessOpen(standby);
  }

  private synchronized void keep(MemberStream stream, HostPort standby, boolean[] isBroken) {
    if (stream == released) {
      return;
    }
    open = stream;
    if (over || isBroken[0] || !standby.equals(named)) {
      closeStream();
    }
  }

  private synchronized void pauseUnlessOpen(HostPort standby) throws InterruptedException {
    if (open == null && !over && standby.equals(named)) {
      TimeUnit.MILLISECONDS.timedWait(this, PAUSE_MILLIS);
    }
  }

  private synchronized void closeStream() {
    if (open != null) {
      open.close();
      open = null;
      notifyAll();
    }
  }

  @Override
  public synchronized void close() {
    over = true;
    closeStream();
    notifyAll();
  }
}
