package trainer.container.files;

import java.net.URL;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.statistics.impl.IOStatisticsContextIntegration;
import org.apache.hadoop.security.SecurityUtil;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.Shell;
import org.apache.hadoop.util.ShutdownHookManager;

/**
 * Loads the classes of Hadoop that each create a configuration of their own in a static
 * initializer. Each such class would parse all default and site files for a single value.
 *
 * <p>Loading takes a tenth of a second and runs on a thread of its own. During it the classes find
 * no configuration file and use the defaults in their code, which equal those in the files. {@code
 * SecurityUtil} receives the real configuration as soon as it is known.
 *
 * <p>Site files therefore cannot set these keys of the other classes: {@code
 * fs.creation.parallel.count} (64), {@code fs.iostatistics.thread.level.enabled} (true) and {@code
 * hadoop.service.shutdown.timeout} (30 s).
 */
public final class HadoopClasses {
  private static final List<Class<?>> CLASSES =
      List.of(
          FileSystem.class,
          SecurityUtil.class,
          IOStatisticsContextIntegration.class,
          ShutdownHookManager.class,
          Shell.class, // starts a process, too
          UserGroupInformation.class);

  private static FutureTask<Void> loading;

  private HadoopClasses() {}

  /** Begins to load the classes in the background. */
  public static void begin() {
    Future<Void> unused = begun();
  }

  /**
   * The loading, which is begun if it is not under way; done once the classes are loaded or have
   * failed to load.
   */
  static synchronized Future<Void> begun() {
    if (loading == null) {
      loading = new FutureTask<>(HadoopClasses::loadAll, null);
      Thread thread = new Thread(loading, "hadoop-classes");
      thread.setDaemon(true);
      thread.start();
    }
    return loading;
  }

  /**
   * Waits until the classes are loaded; to be called before any other use of Hadoop.
   *
   * @throws IllegalStateException if they cannot be loaded here, with the cause
   */
  public static void load() {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          begun().get();
          return;
        } catch (InterruptedException e) {
          interrupted = true; // two threads that load the same classes may deadlock
        }
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException("Hadoop's classes cannot be loaded", e.getCause());
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static void loadAll() {
    WithoutConfiguration without =
        new WithoutConfiguration(Thread.currentThread().getContextClassLoader());
    Thread.currentThread().setContextClassLoader(without);
    try {
      for (Class<?> one : CLASSES) {
        Class.forName(one.getName(), true, HadoopClasses.class.getClassLoader());
      }
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("it is on the class path", e);
    } finally {
      without.end();
    }
  }

  static final class WithoutConfiguration extends ClassLoader {
    /** Threads created meanwhile keep this loader. */
    private volatile boolean over;

    WithoutConfiguration(ClassLoader parent) {
      super(parent);
    }

    void end() {
      over = true;
    }

    @Override
    public URL getResource(String name) {
      boolean holdsConfiguration = name.endsWith("-default.xml") || name.endsWith("-site.xml");
      return holdsConfiguration && !over ? null : super.getResource(name);
    }
  }
}
