package trainer.data.file;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.input.InputFile;

/**
 * Finds the files that names, folders and globs mean, each once, ordered by the bytes of their
 * paths.
 *
 * <p>Folders are walked to the bottom. In folders and globs, names that begin with {@code _} or
 * {@code .} are left out; a file named in full is taken whatever its name.
 */
public final class InputLister {
  private static final Comparator<String> BY_BYTES =
      (a, b) ->
          Arrays.compareUnsigned(
              a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));

  private final Configuration hadoop;

  public InputLister(Configuration hadoop) {
    this.hadoop = hadoop;
  }

  /**
   * The files that {@code inputs} names.
   *
   * @param inputs names separated by commas
   * @throws FailureException INPUT_NOT_FOUND, INPUT_EMPTY, ACCESS_DENIED
   */
  public List<InputFile> list(String inputs) {
    List<String> names = InputNames.split(inputs);
    if (names.isEmpty()) {
      throw new FailureException(
          FailureKind.INPUT_EMPTY,
          "no input is named",
          "'" + inputs + "'",
          "name a file or folder");
    }
    Map<String, InputFile> found = new TreeMap<>(BY_BYTES);
    for (String name : names) {
      StorageFailures.guard(
          name,
          FailureKind.INPUT_NOT_FOUND,
          () -> {
            add(name, found);
            return null;
          });
    }
    return List.copyOf(found.values());
  }

  private void add(String name, Map<String, InputFile> found) throws IOException {
    Path path = pathOf(name);
    FileSystem system = path.getFileSystem(hadoop);
    FileStatus[] matches = matches(system, path, name);
    if (matches == null) {
      throw new FailureException(
          FailureKind.INPUT_NOT_FOUND,
          "there is no " + system.makeQualified(path),
          "working directory "
              + system.getWorkingDirectory()
              + ", default file system "
              + FileSystem.getDefaultUri(hadoop),
          "check the path");
    }
    int before = found.size();
    boolean walked = false;
    for (FileStatus match : matches) {
      if (match.isDirectory()) {
        walk(system, match.getPath(), found);
      } else {
        put(match, found);
        walked = true;
      }
    }
    if (found.size() == before && !walked) {
      String what = matches.length == 0 ? " matches no file" : " holds no file";
      throw new FailureException(
          FailureKind.INPUT_EMPTY,
          name + what,
          system.makeQualified(path).toString(),
          "names that begin with _ or . are left out");
    }
  }

  private static Path pathOf(String name) {
    try {
      return new Path(name);
    } catch (IllegalArgumentException e) {
      throw new FailureException(
          FailureKind.INPUT_NOT_FOUND,
          "'" + name + "' is not a path",
          e.getMessage(),
          "correct it");
    }
  }

  /** Null when the path has no wildcard and is not there. */
  private static FileStatus[] matches(FileSystem system, Path path, String name)
      throws IOException {
    FileStatus[] all = system.globStatus(path);
    if (all == null) {
      return null;
    }
    boolean wildcard = name.chars().anyMatch(c -> "*?[{".indexOf(c) >= 0);
    if (!wildcard) {
      return all.length == 0 ? null : all;
    }
    return Arrays.stream(all).filter(InputLister::visible).toArray(FileStatus[]::new);
  }

  private static void walk(FileSystem system, Path folder, Map<String, InputFile> found)
      throws IOException {
    List<Path> deeper = new ArrayList<>();
    RemoteIterator<FileStatus> entries = system.listStatusIterator(folder);
    while (entries.hasNext()) {
      FileStatus entry = entries.next();
      if (!visible(entry)) {
        continue;
      }
      if (entry.isDirectory()) {
        deeper.add(entry.getPath());
      } else {
        put(entry, found);
      }
    }
    for (Path next : deeper) {
      walk(system, next, found);
    }
  }

  private static boolean visible(FileStatus entry) {
    String name = entry.getPath().getName();
    return !name.startsWith("_") && !name.startsWith(".");
  }

  private static void put(FileStatus file, Map<String, InputFile> found) {
    String path = file.getPath().toString();
    found.put(path, new InputFile(path, file.getLen(), file.getModificationTime()));
  }
}
