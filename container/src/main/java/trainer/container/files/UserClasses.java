package trainer.container.files;

import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/**
 * The class loader of the user's jars.
 *
 * <p>User classes see Java's classes, Trainer's {@code trainer.*} and slf4j, and no others. The
 * libraries of a model come from the user's jars in the versions the user chose, and never conflict
 * with Trainer's. The same holds for resources, so a {@link java.util.ServiceLoader} finds only the
 * user's services. {@link #reading} shares more.
 */
public final class UserClasses extends URLClassLoader {
  static {
    registerAsParallelCapable();
  }

  private final ClassLoader ours;
  private final boolean isIsolated;

  private UserClasses(URL[] jars, ClassLoader ours, boolean isIsolated) {
    super("user", jars, ClassLoader.getPlatformClassLoader());
    this.ours = ours;
    this.isIsolated = isIsolated;
  }

  /** The class loader for the model's class: the jars' own, or Trainer's if there are no jars. */
  public static ClassLoader of(List<Path> jars) {
    return of(jars, UserClasses.class.getClassLoader(), true);
  }

  /**
   * A configuration with the classes of the jars, for classes that implement an interface of
   * Hadoop, such as an InputFormat. They share Trainer's Hadoop. A class or resource that the jars
   * lack is Trainer's.
   *
   * @param hadoop the configuration that is copied
   */
  public static Configuration reading(Configuration hadoop, List<Path> jars) {
    Configuration copy = new Configuration(hadoop);
    copy.setClassLoader(of(jars, hadoop.getClassLoader(), false));
    return copy;
  }

  private static ClassLoader of(List<Path> jars, ClassLoader ours, boolean isIsolated) {
    return jars.isEmpty()
        ? ours
        : new UserClasses(
            jars.stream().map(UserClasses::url).toArray(URL[]::new), ours, isIsolated);
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (isShared(name)) {
      try {
        return ours.loadClass(name);
      } catch (ClassNotFoundException e) {
        return super.loadClass(name, resolve); // a package of the user's with a prefix like ours
      }
    }
    try {
      return super.loadClass(name, resolve);
    } catch (ClassNotFoundException e) {
      if (isIsolated) {
        throw e;
      }
      return ours.loadClass(name);
    }
  }

  private boolean isShared(String name) {
    return name.startsWith("trainer.")
        || name.startsWith("org.slf4j.")
        || (!isIsolated && name.startsWith("org.apache.hadoop."));
  }

  /** Hadoop looks for its own configuration files here, too. */
  @Override
  public URL findResource(String name) {
    URL own = super.findResource(name);
    return own == null && !isIsolated ? ours.getResource(name) : own;
  }

  private static URL url(Path jar) {
    try {
      return jar.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException(jar + " has no URL", e);
    }
  }
}
