package trainer.container.logs;

import org.apache.log4j.Level;
import org.apache.log4j.Logger;

/** Silences the loggers of a package and those below it for some time. */
public final class SilencedLogs {
  private SilencedLogs() {}

  /** Runs a task in silence. */
  public static void during(String name, Runnable task) {
    Logger logger = Logger.getLogger(name);
    logger.setLevel(Level.OFF);
    try {
      task.run();
    } finally {
      logger.setLevel(null); // as its parent
    }
  }
}
