package trainer.client.submit;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.job.JobFolder;
import trainer.core.job.JobId;
import trainer.core.job.UserFile;

/** The user's files and archives of a job; see {@link UserFile}. */
public final class UserFiles {
  private static final List<String> ARCHIVES = List.of(".zip", ".jar", ".tar", ".tar.gz", ".tgz");

  private final Configuration hadoop;
  private final List<UserFile> files;

  private UserFiles(Configuration hadoop, List<UserFile> files) {
    this.hadoop = hadoop;
    this.files = files;
  }

  /**
   * Finds the files. A name without a scheme is a local file.
   *
   * @throws FailureException {@code INPUT_NOT_FOUND} for a missing file, {@code CONFIG_INVALID} for
   *     an invalid name or an archive that cannot be unpacked
   */
  public static UserFiles of(Configuration hadoop, Settings settings) {
    List<UserFile> found = UserFile.of(settings).stream().map(file -> check(hadoop, file)).toList();
    Set<String> names = new HashSet<>();
    for (UserFile file : found) {
      if (!names.add(file.link())) {
        throw failure(
            FailureKind.CONFIG_INVALID,
            "two are called " + file.link(),
            file,
            "name one PATH#NAME");
      }
    }
    return new UserFiles(hadoop, found);
  }

  private static UserFile check(Configuration hadoop, UserFile file) {
    if (!file.isWellNamed()) {
      throw failure(
          FailureKind.CONFIG_INVALID,
          "'" + file.link() + "' is no name for it in a working directory, or is taken there",
          file,
          "name it PATH#NAME");
    }
    String name = file.source().toLowerCase(Locale.ROOT);
    if (file.archive() && ARCHIVES.stream().noneMatch(name::endsWith)) {
      throw failure(
          FailureKind.CONFIG_INVALID,
          "no archive by its name",
          file,
          "give one of " + ARCHIVES + ", or use -files");
    }
    try {
      Path path = qualified(hadoop, file.source());
      FileSystem files = path.getFileSystem(hadoop);
      if (!files.exists(path)) {
        throw failure(
            FailureKind.INPUT_NOT_FOUND, "there is no such file", file, "correct the path");
      }
      if (file.archive() && files.getFileStatus(path).isDirectory()) {
        throw failure(
            FailureKind.CONFIG_INVALID, "a folder, not an archive", file, "pack it, or use -files");
      }
      return new UserFile(path.toString(), file.link(), file.archive());
    } catch (IOException e) {
      throw ServiceFailure.of(file.source(), e);
    }
  }

  private static Path qualified(Configuration hadoop, String source) throws IOException {
    Path path = new Path(source);
    return path.toUri().getScheme() == null
        ? FileSystem.getLocal(hadoop).makeQualified(path)
        : path.getFileSystem(hadoop).makeQualified(path);
  }

  /** The settings that name the files, with schemes. */
  public Map<String, String> settings() {
    Map<String, String> texts = new TreeMap<>();
    for (boolean archive : new boolean[] {false, true}) {
      String list =
          files.stream()
              .filter(file -> file.archive() == archive)
              .map(UserFile::text)
              .collect(Collectors.joining(","));
      if (!list.isEmpty()) {
        texts.put((archive ? Keys.ARCHIVES : Keys.FILES).name(), list);
      }
    }
    return texts;
  }

  /**
   * Copies the files on this machine's disk to the job's folder, from which nodes can fetch them.
   */
  public void copyTo(JobFolder folder, JobId job) throws IOException {
    for (UserFile file : files) {
      if (file.isCopied()) {
        Path from = new Path(file.source());
        Path to = new Path(file.place(folder, job));
        FileSystem files = to.getFileSystem(hadoop);
        FileUtil.copy(from.getFileSystem(hadoop), from, files, to, false, false, hadoop);
      }
    }
  }

  /** Puts the files into a folder of this machine, under their names, as a NodeManager does. */
  public void localize(java.nio.file.Path folder) throws IOException {
    for (UserFile file : files) {
      java.nio.file.Path link = folder.resolve(file.link());
      Path source = new Path(file.source());
      if (file.archive()) {
        java.nio.file.Path fetched = Files.createTempDirectory(folder, "archive-");
        Path copy = new Path(fetched.toUri().toString(), source.getName());
        FileUtil.copy(
            source.getFileSystem(hadoop), source, FileSystem.getLocal(hadoop), copy, false, hadoop);
        unpack(file, new File(copy.toUri().getPath()), link.toFile());
        FileUtil.fullyDelete(fetched.toFile());
      } else if (file.isCopied()) {
        Files.createSymbolicLink(link, java.nio.file.Path.of(source.toUri().getPath()));
      } else {
        Path copy = new Path(link.toUri());
        FileUtil.copy(
            source.getFileSystem(hadoop), source, FileSystem.getLocal(hadoop), copy, false, hadoop);
      }
    }
  }

  private static void unpack(UserFile file, File archive, File into) {
    String name = archive.getName().toLowerCase(Locale.ROOT);
    try {
      if (name.endsWith(".zip") || name.endsWith(".jar")) {
        FileUtil.unZip(archive, into);
      } else {
        FileUtil.unTar(archive, into);
      }
    } catch (IOException e) {
      throw failure(
          FailureKind.CONFIG_INVALID,
          "it cannot be unpacked: " + e.getMessage(),
          file,
          "pack it again, or use -files");
    }
  }

  private static FailureException failure(
      FailureKind kind, String what, UserFile file, String advice) {
    String key = (file.archive() ? Keys.ARCHIVES : Keys.FILES).name();
    return new FailureException(new Failure(kind, what, key + ": " + file.source(), advice), null);
  }
}
