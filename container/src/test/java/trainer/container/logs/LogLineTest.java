package trainer.container.logs;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.PatternLayout;
import org.apache.log4j.spi.LoggingEvent;
import org.junit.jupiter.api.Test;

final class LogLineTest {
  @Test
  void isWhatTheUsualPatternMakes() {
    PatternLayout usual = new PatternLayout("%d{ISO8601} %-5p [%t] %c{1}: %m%n");
    LogLine line = new LogLine();
    for (String logger : new String[] {"trainer.container.Thing", "short", "org.apache.log4j.X"}) {
      for (Level level : new Level[] {Level.INFO, Level.ERROR, Level.FATAL}) {
        for (long time : new long[] {0, 9, 1_000_000_000_042L, 1_795_345_845_014L}) {
          LoggingEvent event =
              new LoggingEvent("x", Logger.getLogger(logger), time, level, "message " + time, null);
          assertThat(line.format(event)).isEqualTo(usual.format(event));
        }
      }
    }
    assertThat(line.ignoresThrowable()).isEqualTo(usual.ignoresThrowable());
  }
}
