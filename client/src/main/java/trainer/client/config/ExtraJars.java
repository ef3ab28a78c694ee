package trainer.client.config;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.data.file.InputNames;
import trainer.data.file.PathHost;
import trainer.data.file.StorageFailures;

/** The jars of {@code trainer.classpath.extra} on this machine's disk. */
final class ExtraJars {
  private ExtraJars() {}

  /**
   * Finds the jars, and fetches those on other file systems. A name without a scheme is a local
   * file.
   *
   * @return the jars in the order of the names; those of one name with wildcards by their names
   * @throws FailureException {@code CLASS_NOT_FOUND} for a name without a file, {@code
   *     CLASS_WRONG_TYPE} for a file that is no jar, {@code CONFIG_INVALID} for a local path with a
   *     host
   */
  static List<java.nio.file.Path> of(Configuration hadoop, Settings settings) {
    List<java.nio.file.Path> jars = new ArrayList<>();
    for (String name : InputNames.split(settings.find(Keys.CLASSPATH_EXTRA).orElse(""))) {
      jars.addAll(
          StorageFailures.guard(
              where(name), FailureKind.CLASS_NOT_FOUND, () -> found(hadoop, name)));
    }
    return List.copyOf(jars);
  }

  private static List<java.nio.file.Path> found(Configuration hadoop, String name)
      throws IOException {
    Path path = new Path(name);
    Failure host = PathHost.refusal(path, hadoop, Keys.CLASSPATH_EXTRA.name());
    if (host != null) {
      throw host.toException();
    }
    boolean isLocal = path.toUri().getScheme() == null || path.toUri().getScheme().equals("file");
    FileSystem files = isLocal ? FileSystem.getLocal(hadoop) : path.getFileSystem(hadoop);
    FileStatus[] matches = files.globStatus(path);
    if (matches == null || matches.length == 0) {
      throw new FileNotFoundException(name);
    }
    Arrays.sort(matches);
    List<java.nio.file.Path> jars = new ArrayList<>();
    for (FileStatus match : matches) {
      java.nio.file.Path jar =
          isLocal
              ? java.nio.file.Path.of(match.getPath().toUri().getPath())
              : fetched(files, match.getPath());
      requireJar(jar, match.getPath());
      jars.add(jar);
    }
    return jars;
  }

  private static java.nio.file.Path fetched(FileSystem files, Path jar) throws IOException {
    java.nio.file.Path folder = Files.createTempDirectory("trainer-classpath-");
    folder.toFile().deleteOnExit();
    java.nio.file.Path copy = folder.resolve(jar.getName());
    copy.toFile().deleteOnExit();
    try (InputStream in = files.open(jar)) {
      Files.copy(in, copy);
    }
    return copy;
  }

  private static void requireJar(java.nio.file.Path jar, Path given) throws IOException {
    try {
      if (Files.isDirectory(jar)) {
        throw new ZipException("it is a folder; its jars are " + given + "/*.jar");
      }
      new ZipFile(jar.toFile()).close();
    } catch (ZipException e) {
      throw new FailureException(
          new Failure(
              FailureKind.CLASS_WRONG_TYPE,
              "not a jar (" + e.getMessage() + ")",
              where(given.toString()),
              "give jars"),
          e);
    }
  }

  private static String where(String name) {
    return Keys.CLASSPATH_EXTRA.name() + ": " + name;
  }
}
