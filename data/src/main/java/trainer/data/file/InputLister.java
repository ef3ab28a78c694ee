package trainer.data.file;

import java.io.FileNotFoundException;
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
import org.apache.hadoop.fs.InvalidPathException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.input.InputFile;

/**
 * Lists the files of names, folders and globs, each once, ordered by the bytes of their paths.
 *
 * <ul>
 *   <li>The name of an existing file or folder means that one, even if it contains wildcards.
 *   <li>Folders are walked recursively.
 *   <li>In folders and globs, names that begin with {@code _} or {@code .} are skipped; a file
 *       named in full is always taken.
 * </ul>
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
   * The files of an input.
   *
   * @param files each once, in canonical order
   * @param repeated the paths of files that were named more than once
   */
  public record Listing(List<InputFile> files, List<String> repeated) {}

  /** The files found so far, by path. */
  private static final class Found {
    private final Map<String, InputFile> files = new TreeMap<>(BY_BYTES);
    private final List<String> repeated = new ArrayList<>();

    void add(FileStatus file) throws IOException {
      String path = file.getPath().toString();
      SpecialFile.refuse(file);
      if (files.put(path, new InputFile(path, file.getLen(), file.getModificationTime())) != null) {
        repeated.add(path);
      }
    }

    int count() {
      return files.size() + repeated.size();
    }
  }

  /**
   * Lists the files that {@code inputs} names.
   *
   * @param inputs names separated by commas
   * @throws FailureException INPUT_NOT_FOUND, INPUT_EMPTY, INPUT_BAD_FILE for a path that is not a
   *     regular file, ACCESS_DENIED
   */
  public Listing list(String inputs) {
    List<String> names = InputNames.split(inputs);
    if (names.isEmpty()) {
      throw new FailureException(
          FailureKind.INPUT_EMPTY,
          "no input is named",
          "'" + inputs + "'",
          "name a file or folder");
    }
    Found found = new Found();
    for (String name : names) {
      StorageFailures.guard(
          name,
          FailureKind.INPUT_NOT_FOUND,
          () -> {
            add(name, found);
            return null;
          });
    }
    return new Listing(List.copyOf(found.files.values()), List.copyOf(found.repeated));
  }

  private void add(String name, Found found) throws IOException {
    Path path = pathOf(name);
    FileSystem system = path.getFileSystem(hadoop);
    List<FileStatus> matches = matches(system, path, name);
    int before = found.count();
    for (FileStatus match : matches) {
      if (match.isDirectory()) {
        walk(system, match.getPath(), found);
      } else {
        found.add(match);
      }
    }
    if (found.count() == before) {
      throw new FailureException(
          FailureKind.INPUT_EMPTY,
          name + (matches.isEmpty() ? " matches no file" : " holds no file"),
          system.makeQualified(path).toString(),
          matches.isEmpty()
              ? "names that begin with _ or . are left out; put \\ before a * ? [ or { of a name"
              : "names that begin with _ or . are left out");
    }
  }

  private static Path pathOf(String name) {
    try {
      return InputNames.path(name);
    } catch (IllegalArgumentException e) {
      throw new FailureException(
          FailureKind.INPUT_NOT_FOUND,
          "'" + name + "' is not a path",
          e.getMessage(),
          "correct it");
    }
  }

  /** The matches of a name: the path itself if it exists, else the matches of its wildcards. */
  private List<FileStatus> matches(FileSystem system, Path path, String name) throws IOException {
    try {
      return List.of(system.getFileStatus(path));
    } catch (InvalidPathException e) {
      throw new FailureException(
          FailureKind.INPUT_NOT_FOUND,
          "the file system takes no such name",
          name,
          "rename the file; HDFS, for one, has no names with a colon");
    } catch (FileNotFoundException e) {
      FileStatus[] all = InputNames.hasWildcard(name) ? system.globStatus(path) : null;
      if (all != null) {
        return Arrays.stream(all).filter(InputLister::visible).toList();
      }
    }
    throw new FailureException(
        FailureKind.INPUT_NOT_FOUND,
        "there is no " + system.makeQualified(path),
        "working directory "
            + system.getWorkingDirectory()
            + ", default file system "
            + FileSystem.getDefaultUri(hadoop),
        "check the path");
  }

  private static void walk(FileSystem system, Path folder, Found found) throws IOException {
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
        found.add(entry);
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
}
