package trainer.client.submit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import trainer.container.files.UserClasses;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.digest.Sha256;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.job.UserJar;
import trainer.data.file.InputNames;
import trainer.data.file.PathHost;
import trainer.data.file.TablePlanner;

/** The jars of {@code trainer.jars} on this machine's disk, each identified by its hash. */
public final class UserJars {
  private static final String PLANNERS = "META-INF/services/" + TablePlanner.class.getName();

  private final Map<UserJar, Path> files = new LinkedHashMap<>();

  /** The jars of the client alone, which find the files of tables. */
  private final List<Path> planners = new ArrayList<>();

  private UserJars() {}

  /**
   * Finds the jars, and fetches those on other file systems. A name without a scheme is a local
   * file.
   *
   * @throws FailureException {@code CLASS_NOT_FOUND} for a missing jar, {@code CLASS_WRONG_TYPE}
   *     for a file that is no jar, {@code CONFIG_INVALID} for a local path with a host
   */
  public static UserJars of(Configuration hadoop, Settings settings) {
    UserJars jars = new UserJars();
    for (String name : InputNames.split(settings.find(Keys.JARS).orElse(""))) {
      try {
        Path file = local(hadoop, name);
        if (Files.isDirectory(file)) {
          throw new ZipException("it is a folder");
        }
        if (isPlanner(file)) {
          jars.planners.add(file);
          continue;
        }
        jars.add(new UserJar(name, digest(file)), file);
      } catch (ZipException e) {
        throw failure(
            FailureKind.CLASS_WRONG_TYPE,
            "not a jar (" + e.getMessage() + ")",
            name,
            "give a jar file",
            e);
      } catch (java.nio.file.NoSuchFileException | java.io.FileNotFoundException e) {
        throw failure(
            FailureKind.CLASS_NOT_FOUND, "there is no such jar", name, "correct --jars", e);
      } catch (IOException e) {
        throw ServiceFailure.of(name, e);
      }
    }
    return jars;
  }

  private static boolean isPlanner(Path file) throws IOException {
    try (ZipFile jar = new ZipFile(file.toFile())) {
      return jar.getEntry(PLANNERS) != null;
    }
  }

  /** Adds a jar, unless it is known under another name. */
  private void add(UserJar jar, Path file) {
    if (named().stream().noneMatch(other -> other.sha256().equals(jar.sha256()))) {
      files.put(jar, file);
    }
  }

  /** The jars as the job file names them. */
  public List<UserJar> named() {
    return List.copyOf(files.keySet());
  }

  /** The class loader for the model. */
  public ClassLoader classes() {
    return UserClasses.of(List.copyOf(files.values()));
  }

  /** The configuration for reading an input, with the classes of the jars. */
  public Configuration reading(Configuration hadoop) {
    return UserClasses.reading(hadoop, List.copyOf(files.values()));
  }

  /** The configuration for finding the files of tables, with the classes of planners. */
  public Configuration planning(Configuration hadoop) {
    return UserClasses.reading(hadoop, planners);
  }

  /** The destination of copies. */
  @FunctionalInterface
  public interface JarTarget {
    /** A new file under {@link UserJar#path}. */
    OutputStream create(UserJar jar) throws IOException;
  }

  /**
   * Copies all jars.
   *
   * @throws FailureException when a jar has changed since the check
   */
  public void copyTo(JarTarget target) throws IOException {
    for (Map.Entry<UserJar, Path> file : files.entrySet()) {
      MessageDigest digest = Sha256.create();
      try (InputStream in = new DigestInputStream(Files.newInputStream(file.getValue()), digest);
          OutputStream out = target.create(file.getKey())) {
        in.transferTo(out);
      }
      if (!Sha256.hex(digest).equals(file.getKey().sha256())) {
        throw failure(
            FailureKind.INPUT_CHANGED,
            "the jar changed while it was submitted",
            file.getKey().name(),
            "submit again",
            null);
      }
    }
  }

  private static Path local(Configuration hadoop, String name) throws IOException {
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(name);
    Failure host = PathHost.refusal(path, hadoop, Keys.JARS.name());
    if (host != null) {
      throw host.toException();
    }
    URI uri = path.toUri();
    if (uri.getScheme() == null || uri.getScheme().equals("file")) {
      return Path.of(uri.getPath()).toAbsolutePath();
    }
    Path fetched = Files.createTempFile("trainer-", ".jar");
    fetched.toFile().deleteOnExit();
    FileSystem remote = path.getFileSystem(hadoop);
    try (InputStream in = remote.open(path)) {
      Files.copy(in, fetched, StandardCopyOption.REPLACE_EXISTING);
    }
    return fetched;
  }

  private static String digest(Path file) throws IOException {
    try (DigestInputStream in =
        new DigestInputStream(Files.newInputStream(file), Sha256.create())) {
      in.transferTo(OutputStream.nullOutputStream());
      return Sha256.hex(in.getMessageDigest());
    }
  }

  private static FailureException failure(
      FailureKind kind, String what, String jar, String advice, Throwable cause) {
    return new FailureException(
        new Failure(kind, what, Keys.JARS.name() + ": " + jar, advice), cause);
  }
}
