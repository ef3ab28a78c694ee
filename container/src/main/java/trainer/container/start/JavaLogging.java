package trainer.container.start;

import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Forwards warnings that libraries, gRPC above all, write to {@code java.util.logging} to our log.
 */
final class JavaLogging extends Handler {
  private static final int WARNING = Level.WARNING.intValue();

  /** Replaces the handlers that would print to stderr. */
  static void redirect() {
    LogManager.getLogManager().reset();
    java.util.logging.Logger root = java.util.logging.Logger.getLogger("");
    root.setLevel(Level.WARNING);
    root.addHandler(new JavaLogging());
  }

  @Override
  public void publish(LogRecord message) {
    if (message.getLevel().intValue() >= WARNING) {
      Logger log = LoggerFactory.getLogger(String.valueOf(message.getLoggerName()));
      log.warn("{}", message.getMessage(), message.getThrown());
    }
  }

  @Override
  public void flush() {}

  @Override
  public void close() {}
}
