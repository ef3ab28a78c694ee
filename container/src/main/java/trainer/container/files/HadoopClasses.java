package trainer.container.files;

import java.net.URL;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.statistics.impl.IOStatisticsContextIntegration;
import org.apache.hadoop.security.SecurityUtil;
import org.apache.hadoop.util.ShutdownHookManager;

/**
 * Classes of Hadoop's that each make a configuration of their own when they are loaded, and parse
 * all default and site files anew for one value of it.
 *
 * <p>Loaded here they find no such file, and take the defaults in their code, which are those in
 * the files. {@code SecurityUtil} is told ours by those who set the user's identity; the others ask
 * how many file systems may be opened at a time (64), whether threads count what they read (yes)
 * and how long hooks may take at the end (30 s).
 */
public final class HadoopClasses {
  private static final List<Class<?>> CLASSES =
      List.of(
          FileSystem.class,
          SecurityUtil.class,
          IOStatisticsContextIntegration.class,
          ShutdownHookManager.class);

  private HadoopClasses() {}

  /** Loads them; to be called before anything of Hadoop's. */
  public static void load() {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(new WithoutConfiguration(before));
    try {
      for (Class<?> one : CLASSES) {
        Class.forName(one.getName(), true, HadoopClasses.class.getClassLoader());
      }
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("it is on the class path", e);
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private static final class WithoutConfiguration extends ClassLoader {
    WithoutConfiguration(ClassLoader parent) {
      super(parent);
    }

    @Override
    public URL getResource(String name) {
      boolean holdsConfiguration = name.endsWith("-default.xml") || name.endsWith("-site.xml");
      return holdsConfiguration ? null : super.getResource(name);
    }
  }
}
