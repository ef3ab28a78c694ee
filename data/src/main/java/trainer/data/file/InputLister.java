package trainer.data.file;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
 *   <li>A table that a {@link TablePlanner} has planned, such as {@code iceberg:/a@1}, means the
 *       files of its plan.
 *   <li>Any other table of Iceberg, Delta, Hudi or transactional Hive is refused, and so are
 *       folders within it: its files have rows that are not valid any more.
 * </ul>
 */
public final class InputLister {
  private static final Comparator<String> BY_BYTES =
      (a, b) ->
          Arrays.compareUnsigned(
              a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));

  private static final List<String> TABLE_MARKS =
      List.of(ManagedTable.DELTA_LOG, ManagedTable.HUDI_FOLDER, ManagedTable.ICEBERG_FILES);

  private final Configuration hadoop;
  private final PartitionFilter filter;
  private final PlannedTables planned;

  /** Lists all files. */
  public InputLister(Configuration hadoop) {
    this(hadoop, PartitionFilter.ALL, PlannedTables.NONE);
  }

  /** Lists the files of some partitions. */
  public InputLister(Configuration hadoop, PartitionFilter filter, PlannedTables planned) {
    this.hadoop = hadoop;
    this.filter = filter;
    this.planned = planned;
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
    /** The folders above matches that were examined. */
    private final Set<Path> above = new HashSet<>();

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
   *     regular file and for a managed table, ACCESS_DENIED
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
    return new Listing(
        List.copyOf(filter.select(List.copyOf(found.files.values()))), List.copyOf(found.repeated));
  }

  private void add(String name, Found found) throws IOException {
    Optional<List<String>> table = planned.filesOf(name);
    if (table.isPresent()) {
      for (String file : table.get()) {
        filter.requireFolders(name, file);
        found.add(statusOf(new Path(file), name));
      }
      return;
    }
    Path path = pathOf(name);
    FileSystem system = path.getFileSystem(hadoop);
    List<FileStatus> matches = matches(system, path, name);
    int before = found.count();
    for (FileStatus match : matches) {
      // A file named in full is taken, as its user may know that it is valid.
      if (match.isDirectory() || matches.size() > 1) {
        refuseTableAbove(system, match.getPath().getParent(), found);
      }
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

  private FileStatus statusOf(Path file, String table) throws IOException {
    try {
      return file.getFileSystem(hadoop).getFileStatus(file);
    } catch (FileNotFoundException e) {
      throw new FailureException(
          FailureKind.INPUT_GONE,
          "a file of " + table + " is not there any more",
          file.toString(),
          "name the table's present state; to keep an old one, tag its snapshot");
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
      ManagedTable.refuseMarkedBy(entry);
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

  /** Refuses a part of a managed table, by the marks in the folders above it. */
  private static void refuseTableAbove(FileSystem system, Path parent, Found found)
      throws IOException {
    for (Path folder = parent; folder != null && found.above.add(folder); ) {
      for (String mark : TABLE_MARKS) {
        FileStatus[] marks = system.globStatus(new Path(folder, mark));
        if (marks != null && marks.length > 0) {
          ManagedTable.refuseMarkedBy(marks[0]);
        }
      }
      folder = folder.getParent();
    }
  }

  private static boolean visible(FileStatus entry) {
    String name = entry.getPath().getName();
    return !name.startsWith("_") && !name.startsWith(".");
  }
}
