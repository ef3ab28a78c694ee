package trainer.client.main;

import java.util.Optional;

/**
 * Ends this process when the launcher that started it is gone, however it went: nobody waits for it
 * any more, and an embedded cluster must not go on without being seen.
 */
final class LauncherWatch {
  private static final int DETACHED = 3;
  private static final long PERIOD_MILLIS = 500;

  /** What shutdown may take, which clears an embedded cluster's files away. */
  private static final long SHUTDOWN_MILLIS = 3000;

  private LauncherWatch() {}

  /** Does so if there is a launcher. */
  static void start() {
    Long launcher = Long.getLong("trainer.client.launcher");
    if (launcher != null) {
      follow(launcher);
    }
  }

  private static void follow(long pid) {
    Optional<ProcessHandle> launcher = ProcessHandle.of(pid); // it may be gone already
    daemon(
        "launcher-watch",
        () -> {
          while (launcher.isPresent() && launcher.get().isAlive()) {
            Thread.sleep(PERIOD_MILLIS);
          }
          daemon(
              "launcher-gone",
              () -> {
                Thread.sleep(SHUTDOWN_MILLIS);
                Runtime.getRuntime().halt(DETACHED);
              });
          System.exit(DETACHED);
        });
  }

  private interface Task {
    void run() throws InterruptedException;
  }

  private static void daemon(String name, Task task) {
    Thread thread =
        new Thread(
            () -> {
              try {
                task.run();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            name);
    thread.setDaemon(true);
    thread.start();
  }
}
