package trainer.appmaster.journal;

import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.fact.Entry;

/** Looks for new entries of a log again and again, on one thread of its own. */
final class Follower implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(Follower.class);
  private static final long PERIOD_MILLIS = 200;

  /** Reads a log as anybody may. */
  interface Source {
    Segments.Content look() throws IOException;
  }

  private final Source source;
  private final Consumer<Entry> reader;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread made = new Thread(task, "journal-follower");
            made.setDaemon(true);
            return made;
          });
  private long last;

  Follower(Source source, Consumer<Entry> reader) {
    this.source = source;
    this.reader = reader;
    var unused = thread.scheduleWithFixedDelay(this::look, 0, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void look() {
    try {
      for (Entry entry : source.look().entries()) {
        if (entry.number() > last) {
          last = entry.number();
          reader.accept(entry);
        }
      }
    } catch (IOException e) {
      LOG.warn("a log cannot be followed now", e);
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
