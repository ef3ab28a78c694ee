package trainer.container.files;

import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;

/**
 * The classes of the user's jars.
 *
 * <p>They see Java's own, {@code trainer.*} and slf4j of ours, and nothing else: whatever libraries
 * a model needs are in the user's jars, in the versions the user chose, and never meet those that
 * we happen to run on. That holds for resources, too, so a {@link java.util.ServiceLoader} finds
 * the user's services alone.
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

  /** Where the model's class is looked for: in the jars, or among ours where there are none. */
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
        return super.loadClass(name, resolve); // a package of the user's that begins like ours
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
