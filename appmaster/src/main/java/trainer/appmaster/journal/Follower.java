package trainer.appmaster.journal;

import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks for new entries of a log again and again, on one thread of its own. */
final class Follower implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(Follower.class);
  private static final long PERIOD_MILLIS = 200;

  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread made = new Thread(task, "journal-follower");
            made.setDaemon(true);
            return made;
          });

  Follower(SegmentsReader segments, Consumer<StateStore.Entry> reader) {
    var unused =
        thread.scheduleWithFixedDelay(
            () -> look(segments, reader), 0, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
  }

  private static void look(SegmentsReader segments, Consumer<StateStore.Entry> reader) {
    try {
      segments.readNew(reader);
    } catch (IOException e) {
      LOG.warn("a log cannot be followed now", e);
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
