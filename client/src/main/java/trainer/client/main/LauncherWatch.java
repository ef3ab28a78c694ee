package trainer.client.main;

import java.util.Optional;

/**
 * A watch that ends this process when its launcher has ended in any way. The process then has no
 * user any more, and an embedded cluster must not run on unseen.
 */
final class LauncherWatch {
  private static final int DETACHED = 3;
  private static final long PERIOD_MILLIS = 500;

  /** The time limit of the shutdown, which deletes an embedded cluster's files. */
  private static final long SHUTDOWN_MILLIS = 3000;

  private LauncherWatch() {}

  /** Starts the watch if there is a launcher. */
  static void start() {
    Long launcher = Long.getLong("trainer.client.launcher");
    if (launcher != null) {
      follow(launcher);
    }
  }

  private static void follow(long pid) {
    Optional<ProcessHandle> launcher = ProcessHandle.of(pid); // empty if it has ended already
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

  private interface InterruptibleStep {
    void run() throws InterruptedException;
  }

  private static void daemon(String name, InterruptibleStep step) {
    Thread thread =
        new Thread(
            () -> {
              try {
                step.run();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            name);
    thread.setDaemon(true);
    thread.start();
  }
}
