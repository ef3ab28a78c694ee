package trainer.container.identity;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import trainer.container.launch.MasterCommand;

/**
 * Detects the end of the client of a local or embedded run. It polls the client's process, so it
 * also detects a killed client.
 */
public final class ClientWatch {
  private static final long PERIOD_MILLIS = 500;

  private ClientWatch() {}

  /**
   * Watches the client that the system property {@link MasterCommand#CLIENT_PID} names, if there is
   * one.
   */
  public static void start(Runnable gone) {
    Long client = Long.getLong(MasterCommand.CLIENT_PID);
    if (client != null) {
      start(client, gone);
    }
  }

  /** Calls {@code gone} once, on a thread of its own, when the process has ended. */
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
