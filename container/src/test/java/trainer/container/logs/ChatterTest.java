package trainer.container.logs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import org.apache.log4j.Hierarchy;
import org.apache.log4j.Level;
import org.apache.log4j.PropertyConfigurator;
import org.apache.log4j.spi.RootLogger;
import org.junit.jupiter.api.Test;

/** What the logging of a job's processes leaves out. */
class ChatterTest {
  private final Hierarchy logging = new Hierarchy(new RootLogger(Level.DEBUG));

  private boolean isLogged(String logger, Level level) throws IOException {
    Properties properties = new Properties();
    try (InputStream in = getClass().getResourceAsStream("/trainer/container/log4j.properties")) {
      properties.load(in);
    }
    properties.setProperty("log4j.appender.log", "org.apache.log4j.varia.NullAppender");
    new PropertyConfigurator().doConfigure(properties, logging);
    return logging.getLogger(logger).isEnabledFor(level);
  }

  @Test
  void thatANativeLibraryIsMissingIsNoWarning() throws IOException {
    assertThat(isLogged("org.apache.hadoop.util.NativeCodeLoader", Level.WARN)).isFalse();
    assertThat(isLogged("org.apache.hadoop.util.NativeCodeLoader", Level.ERROR)).isTrue();
  }

  @Test
  void thatThePageSignsWithARandomSecretIsNoWarning() throws IOException {
    String filter = "org.apache.hadoop.security.authentication.server.AuthenticationFilter";
    assertThat(isLogged(filter, Level.WARN)).isFalse();
    assertThat(isLogged(filter, Level.ERROR)).isTrue();
  }

  @Test
  void visitsOfThePageAreNotLogged() throws IOException {
    assertThat(isLogged("http.requests.trainer", Level.INFO)).isFalse();
  }

  @Test
  void ourOwnClassesLogWhatTheyDo() throws IOException {
    assertThat(isLogged("trainer.appmaster.main.Master", Level.INFO)).isTrue();
  }
}
