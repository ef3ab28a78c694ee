package trainer.client.launcher;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The client's classes for a process of another program, such as {@code yarn app}. They have a
 * class loader of their own above Java's, so that the jars of that program and those of the bundle
 * do not meet.
 */
public final class BundleClasses {
  private BundleClasses() {}

  /**
   * Unpacks the bundle if it is not in the cache, and returns a loader of its classes.
   *
   * @param folders of configuration files, behind the classes
   * @throws IOException with the line for the user, from its kind on: JAVA_NOT_FOUND if this
   *     process runs on a Java that is too old; STORAGE_FAILED if the bundle cannot be unpacked
   */
  public static ClassLoader loader(List<URL> folders) throws IOException {
    String running = System.getProperty("java.version");
    if (JavaHome.featureOf(running) < JavaHome.REQUIRED) {
      throw new LaunchException(
          49,
          "JAVA_NOT_FOUND: Trainer needs Java "
              + JavaHome.REQUIRED
              + " or newer, and this command runs on Java "
              + running
              + " — "
              + System.getProperty("java.home")
              + " — set JAVA_HOME to a newer one for it, or run trainer status, stop or scale");
    }
    File lib = new File(BundleCache.ofUser(System.getenv()).folderOf("bundle.zip"), "lib");
    File[] jars = lib.listFiles();
    if (jars == null) {
      throw new LaunchException(
          1, "STORAGE_FAILED: the unpacked client cannot be read — " + lib + " — delete it");
    }
    Arrays.sort(jars);
    List<URL> urls = new ArrayList<URL>();
    for (File jar : jars) {
      urls.add(jar.toURI().toURL());
    }
    urls.addAll(folders);
    // The parent has Java's own classes, and nothing of this process's class path.
    return new URLClassLoader(
        urls.toArray(new URL[0]), ClassLoader.getSystemClassLoader().getParent());
  }
}
