package trainer.appmaster.loop;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/** Makes timers of one daemon thread each. */
public final class DaemonTimer {
  private DaemonTimer() {}

  /** A timer whose thread has this name. */
  public static ScheduledExecutorService named(String name) {
    return Executors.newSingleThreadScheduledExecutor(
        task -> {
          Thread thread = new Thread(task, name);
          thread.setDaemon(true);
          return thread;
        });
  }
}
