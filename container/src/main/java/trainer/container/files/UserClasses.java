package trainer.container.files;

import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;

/**
 * The class loader of the user's jars.
 *
 * <p>User classes see Java's classes, Trainer's {@code trainer.*} and slf4j, and no others. The
 * libraries of a model come from the user's jars in the versions the user chose, and never conflict
 * with Trainer's. The same holds for resources, so a {@link java.util.ServiceLoader} finds only the
 * user's services.
 */
public final class UserClasses extends URLClassLoader {
  static {
    registerAsParallelCapable();
  }

  private final ClassLoader ours;

  private UserClasses(URL[] jars, ClassLoader ours) {
    super("user", jars, ClassLoader.getPlatformClassLoader());
    this.ours = ours;
  }

  /** The class loader for the model's class: the jars' own, or Trainer's if there are no jars. */
  public static ClassLoader of(List<Path> jars) {
    ClassLoader ours = UserClasses.class.getClassLoader();
    return jars.isEmpty()
        ? ours
        : new UserClasses(jars.stream().map(UserClasses::url).toArray(URL[]::new), ours);
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (name.startsWith("trainer.") || name.startsWith("org.slf4j.")) {
      try {
        return ours.loadClass(name);
      } catch (ClassNotFoundException e) {
        return super.loadClass(name, resolve); // a package of the user's with a prefix like ours
      }
    }
    return super.loadClass(name, resolve);
  }

  private static URL url(Path jar) {
    try {
      return jar.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException(jar + " has no URL", e);
    }
  }
}
