package trainer.container.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

final class EarlyClassLoadingTest {
  /** A logger that is asked for while logging is set up loses what it is told meanwhile. */
  @Test
  void needNoLogger() throws Exception {
    try (Classes classes = new Classes()) {
      Class<?> quiet = classes.loadClass(EarlyClassLoading.class.getName());
      Method load = quiet.getDeclaredMethod("loadAll");
      load.setAccessible(true);
      load.invoke(null);
      assertThat(classes.hasLoaded("com.fasterxml.jackson.databind.ObjectMapper")).isTrue();
      assertThat(classes.hasLoaded("org.xerial.snappy.Snappy")).isTrue();
      assertThat(classes.hasLoaded(LoggerFactory.class.getName())).isFalse();
    }
  }

  private static final class Classes extends URLClassLoader {
    Classes() {
      super(
          Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
              .map(Classes::urlOf)
              .toArray(URL[]::new),
          ClassLoader.getPlatformClassLoader());
    }

    private static URL urlOf(String entry) {
      try {
        return new File(entry).toURI().toURL();
      } catch (MalformedURLException e) {
        throw new IllegalStateException(entry, e);
      }
    }

    boolean hasLoaded(String name) {
      return findLoadedClass(name) != null;
    }
  }
}
