package trainer.container.start;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.concurrent.CompletableFuture;
import trainer.avro.SnappyLibrary;

/**
 * Classes that reading the job needs and that log nothing: a thread of their own loads them while
 * logging is set up, which all other classes wait for. Until it has ended nobody else may use them.
 */
final class EarlyClassLoading {
  private static final CompletableFuture<Void> LOADED =
      CompletableFuture.runAsync(EarlyClassLoading::loadAll, EarlyClassLoading::start);

  private EarlyClassLoading() {}

  /** Begins to load them, if nobody has. */
  static void begin() {}

  /** Waits until they are there. */
  static void await() {
    LOADED.join();
  }

  private static void start(Runnable loading) {
    Thread thread = new Thread(loading, "quiet-classes");
    thread.setDaemon(true);
    thread.start();
  }

  /** Avro's schemas are JSON, and its container files know snappy. */
  static void loadAll() {
    SnappyLibrary.load();
    ObjectMapper unused = new ObjectMapper();
  }
}
