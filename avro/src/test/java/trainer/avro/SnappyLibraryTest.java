package trainer.avro;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xerial.snappy.Snappy;
import org.xerial.snappy.SnappyLoader;

/** Each class loader here is a process of its own, as far as snappy goes. */
final class SnappyLibraryTest {
  @TempDir private Path folder;

  @AfterEach
  void forget() {
    System.clearProperty(SnappyLoader.KEY_SNAPPY_TEMPDIR);
  }

  @Test
  void leavesOtherCopiesOfSnappyToTheirOwnLoader() throws Exception {
    try (URLClassLoader ours = classes();
        URLClassLoader users = classes()) {
      load(ours);
      assertThat(version(ours)).isNotEmpty();
      assertThat(version(users)).isNotEmpty();
    }
    assertThat(System.getProperties())
        .doesNotContainKeys(SnappyLoader.KEY_SNAPPY_LIB_PATH, SnappyLoader.KEY_SNAPPY_LIB_NAME);
  }

  @Test
  void unpacksWhereSnappyWould() throws Exception {
    Path chosen = folder.resolve("chosen");
    System.setProperty(SnappyLoader.KEY_SNAPPY_TEMPDIR, chosen.toString());
    try (URLClassLoader ours = classes()) {
      load(ours);
      assertThat(version(ours)).isNotEmpty();
    }
    assertThat(chosen).isEmptyDirectory();
  }

  @Test
  void leavesSnappySoundWhereItCannotUnpack() throws Exception {
    Path file = Files.createFile(folder.resolve("file"));
    System.setProperty(SnappyLoader.KEY_SNAPPY_TEMPDIR, file.toString());
    try (URLClassLoader ours = classes()) {
      load(ours);
      System.setProperty(SnappyLoader.KEY_SNAPPY_TEMPDIR, folder.toString());
      assertThat(version(ours)).isNotEmpty();
    }
    assertThat(folder).isDirectoryContaining("glob:**/snappy-*");
  }

  private static void load(ClassLoader classes) throws ReflectiveOperationException {
    classes.loadClass(SnappyLibrary.class.getName()).getMethod("load").invoke(null);
  }

  private static String version(ClassLoader classes) throws ReflectiveOperationException {
    Class<?> snappy = classes.loadClass(Snappy.class.getName());
    return (String) snappy.getMethod("getNativeLibraryVersion").invoke(null);
  }

  private static URLClassLoader classes() throws MalformedURLException {
    List<URL> urls = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      urls.add(new File(entry).toURI().toURL());
    }
    return new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
  }
}
