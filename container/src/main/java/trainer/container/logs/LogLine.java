package trainer.container.logs;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.TimeZone;
import org.apache.log4j.Layout;
import org.apache.log4j.spi.LoggingEvent;

/**
 * A log line like {@code 2026-11-22 11:05:09,042 INFO [main] Class: message}, in the form of
 * log4j's pattern {@code %d{ISO8601} %-5p [%t] %c{1}: %m%n}. It does not use the calendar of a
 * locale, which takes 30 ms to load.
 */
public final class LogLine extends Layout {
  private final TimeZone zone = TimeZone.getDefault();

  /** Called by reflection, from log4j.properties. */
  public LogLine() {}

  @Override
  public String format(LoggingEvent event) {
    long local = event.getTimeStamp() + zone.getOffset(event.getTimeStamp());
    long second = Math.floorDiv(local, 1000L);
    LocalDateTime time = LocalDateTime.ofEpochSecond(second, 0, ZoneOffset.UTC);
    StringBuilder line = new StringBuilder(128);
    number(line, time.getYear(), 4).append('-');
    number(line, time.getMonthValue(), 2).append('-');
    number(line, time.getDayOfMonth(), 2).append(' ');
    number(line, time.getHour(), 2).append(':');
    number(line, time.getMinute(), 2).append(':');
    number(line, time.getSecond(), 2).append(',');
    number(line, (int) (local - second * 1000), 3).append(' ');
    String level = event.getLevel().toString();
    line.append(level).append(" ".repeat(Math.max(0, 5 - level.length())));
    line.append(" [").append(event.getThreadName()).append("] ");
    String logger = event.getLoggerName();
    line.append(logger, logger.lastIndexOf('.') + 1, logger.length()).append(": ");
    return line.append(event.getRenderedMessage()).append(LINE_SEP).toString();
  }

  private static StringBuilder number(StringBuilder line, int value, int digits) {
    String text = Integer.toString(value);
    return line.append("0".repeat(Math.max(0, digits - text.length()))).append(text);
  }

  /** The appender writes stack traces. */
  @Override
  public boolean ignoresThrowable() {
    return true;
  }

  @Override
  public void activateOptions() {}
}
