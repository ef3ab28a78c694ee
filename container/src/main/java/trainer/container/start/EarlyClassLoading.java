package trainer.container.start;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.concurrent.CompletableFuture;
import trainer.avro.SnappyLibrary;

/**
 * Loads classes that are needed to read the job and that write no log. A thread of its own loads
 * them while logging is set up, which all other classes wait for. No other thread may use them
 * until the loading has ended.
 */
final class EarlyClassLoading {
  private static final CompletableFuture<Void> LOADED =
      CompletableFuture.runAsync(EarlyClassLoading::loadAll, EarlyClassLoading::start);

  private EarlyClassLoading() {}

  /** Starts the loading, by initializing this class. */
  static void begin() {}

  /** Waits until the classes are loaded. */
  static void await() {
    LOADED.join();
  }

  private static void start(Runnable loading) {
    Thread thread = new Thread(loading, "quiet-classes");
    thread.setDaemon(true);
    thread.start();
  }

  /** Avro parses schemas with Jackson, and its container files use snappy. */
  static void loadAll() {
    SnappyLibrary.load();
    ObjectMapper unused = new ObjectMapper();
  }
}
