package trainer.container.files;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The class loader of the jars of {@code trainer.classpath.extra}, such as those of a file system.
 * Classes of Trainer's own jars come first.
 *
 * <p>Hadoop finds the classes by the configuration, and by the context class loader of the thread
 * that calls {@link #use} and of the threads that it starts. Every process of a job has the jars in
 * a folder of its working directory.
 */
public final class ExtraClasses extends URLClassLoader {
  /** The folder of the jars in a working directory and in the job's folder. */
  public static final String FOLDER = "classpath";

  private static final Logger LOG = LoggerFactory.getLogger(ExtraClasses.class);

  static {
    registerAsParallelCapable();
  }

  private final List<Path> jars;

  private ExtraClasses(List<Path> jars) {
    super(
        "extra",
        jars.stream().map(ExtraClasses::url).toArray(URL[]::new),
        ExtraClasses.class.getClassLoader());
    this.jars = List.copyOf(jars);
  }

  /**
   * Adds jars to a configuration and to the calling thread. The configuration names the file
   * systems that the jars register, since Hadoop looks for registered ones only once.
   *
   * @param jars in the order of class lookup; without any, nothing changes
   */
  public static void use(Configuration hadoop, List<Path> jars) {
    if (jars.isEmpty()) {
      return;
    }
    ExtraClasses classes = new ExtraClasses(jars);
    hadoop.setClassLoader(classes);
    Thread.currentThread().setContextClassLoader(classes);
    classes.register(hadoop);
  }

  /** The same with the jars of a working directory, in the order of their names. */
  public static void useOfWorkingFolder(Configuration hadoop) throws IOException {
    Path folder = Path.of(FOLDER).toAbsolutePath();
    if (Files.isDirectory(folder)) {
      try (Stream<Path> files = Files.list(folder)) {
        use(hadoop, files.sorted().toList());
      }
    }
  }

  /** The jars that {@link #use} added to a configuration or to one that it is a copy of. */
  public static List<Path> jars(Configuration hadoop) {
    return hadoop.getClassLoader() instanceof ExtraClasses extra ? extra.jars : List.of();
  }

  /** The name of a jar in {@link #FOLDER}; the order of names is that of class lookup. */
  public static String name(int index, Path jar) {
    String own = jar.getFileName().toString().replaceAll("[^A-Za-z0-9._-]", "_");
    return String.format("%03d-%s", index, own);
  }

  private void register(Configuration hadoop) {
    Iterator<ServiceLoader.Provider<FileSystem>> found =
        ServiceLoader.load(FileSystem.class, this).stream().iterator();
    boolean isOver = false;
    while (!isOver) {
      try {
        isOver = !found.hasNext();
        if (!isOver) {
          register(found.next(), hadoop);
        }
      } catch (ServiceConfigurationError | LinkageError | RuntimeException e) {
        // Its use fails with the same reason, and another file system may be meant.
        LOG.warn("a file system in trainer.classpath.extra cannot be loaded: {}", e.toString());
      }
    }
  }

  private void register(ServiceLoader.Provider<FileSystem> provider, Configuration hadoop) {
    Class<? extends FileSystem> type = provider.type();
    if (type.getClassLoader() == this) {
      hadoop.setIfUnset("fs." + provider.get().getScheme() + ".impl", type.getName());
    }
  }

  private static URL url(Path jar) {
    try {
      return jar.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException(jar + " has no URL", e);
    }
  }
}
