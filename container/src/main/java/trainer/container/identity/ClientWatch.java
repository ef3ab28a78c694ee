package trainer.container.identity;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import trainer.container.launch.MasterCommand;

/**
 * Notices that the client of a local or embedded run is gone, however it went. It looks at the
 * process itself, so it needs no word of the client's.
 */
public final class ClientWatch {
  private static final long PERIOD_MILLIS = 500;

  private ClientWatch() {}

  /** Does so for the client this process was told of, if it was. */
  public static void start(Runnable gone) {
    Long client = Long.getLong(MasterCommand.CLIENT_PID);
    if (client != null) {
      start(client, gone);
    }
  }

  /** Calls {@code gone}, once and on a thread of its own, when the process does not live. */
  public static void start(long pid, Runnable gone) {
    Optional<ProcessHandle> client = ProcessHandle.of(pid);
    Thread thread =
        new Thread(
            () -> {
              if (client.isPresent()) {
                awaitEnd(client.get());
              }
              gone.run();
            },
            "client-watch");
    thread.setDaemon(true);
    thread.start();
  }

  private static void awaitEnd(ProcessHandle client) {
    try {
      while (client.isAlive()) {
        TimeUnit.MILLISECONDS.sleep(PERIOD_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
