package trainer.client.logs;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import trainer.core.config.NearestName;
import trainer.core.job.JobFolder;

/** Repeated passes over the logs of a job. Each pass returns the new lines. */
public final class LogPass {
  /** How many processes a message names. */
  private static final int NAMED = 12;

  private final FileSystem files;
  private final Path root;
  private final String wanted;
  private final Map<Path, LogTail> tails = new HashMap<>();
  private final Set<Path> unreadable = new HashSet<>();

  /** The receiver of lines; those of one file come in order. */
  public interface Reader {
    /** One line, numbered from 1 in its file. */
    void line(LogFile file, long number, String text);
  }

  /** A log that could not be read, and the reason. */
  public record Unread(LogFile file, IOException why) {}

  /**
   * Passes over the logs of one job.
   *
   * @param wanted a container's id, {@code <role>-<index>} or a role; null for all
   */
  public LogPass(JobFolder folder, String wanted, Configuration hadoop) throws IOException {
    this.root = new Path(folder.root() + "/logs");
    this.files = root.getFileSystem(hadoop);
    this.wanted = wanted;
  }

  /** The present logs that are wanted, by process and container. */
  public List<LogFile> list() throws IOException {
    return all().stream().filter(log -> wanted == null || log.isOf(wanted)).toList();
  }

  /**
   * What to give instead of a name without logs: the nearest name, and the names that have logs.
   * These are containers for the id of a container, else processes.
   */
  public String names() throws IOException {
    Set<String> processes = new TreeSet<>();
    Set<String> containers = new TreeSet<>();
    for (LogFile log : all()) {
      processes.add(log.process());
      containers.add(log.container());
    }
    Set<String> all = new TreeSet<>(processes);
    all.addAll(containers);
    Set<String> listed = wanted != null && wanted.startsWith("container") ? containers : processes;
    Optional<String> nearest = wanted == null ? Optional.empty() : NearestName.to(wanted, all);
    String some = listed.stream().limit(NAMED).collect(Collectors.joining(", "));
    String more = listed.size() > NAMED ? " and " + (listed.size() - NAMED) + " more" : "";
    return nearest.map(name -> "did you mean " + name + "? ").orElse("")
        + (listed.isEmpty() ? "there are no logs yet" : "there are those of " + some + more);
  }

  private List<LogFile> all() throws IOException {
    List<LogFile> found = new ArrayList<>();
    for (FileStatus process : children(root)) {
      for (FileStatus container : children(process.getPath())) {
        for (FileStatus file : children(container.getPath())) {
          LogFile log =
              new LogFile(
                  process.getPath().getName(),
                  container.getPath().getName(),
                  file.getPath(),
                  file.getLen());
          if (file.isFile()) {
            found.add(log);
          }
        }
      }
    }
    return found;
  }

  /**
   * Reads the new lines. A file that cannot be read is skipped, and tried again in the next pass.
   *
   * @param last whether the job has ended, so that the files are complete
   * @return the files that could not be read, each in its first such pass
   * @throws IOException when the storage itself does not answer
   */
  public List<Unread> read(boolean last, Reader reader) throws IOException {
    List<Unread> unread = new ArrayList<>();
    for (LogFile file : list()) {
      LogTail tail = tails.computeIfAbsent(file.path(), path -> new LogTail(files, path));
      try {
        tail.advance(last, (number, text) -> reader.line(file, number, text));
      } catch (IOException e) {
        // The storage answers this for a file whose writer died with its last replica.
        if (files.exists(file.path()) && unreadable.add(file.path())) {
          unread.add(new Unread(file, e));
        }
      }
    }
    return unread;
  }

  private List<FileStatus> children(Path folder) throws IOException {
    try {
      List<FileStatus> all = new ArrayList<>(List.of(files.listStatus(folder)));
      all.sort(Comparator.comparing(FileStatus::getPath));
      return all;
    } catch (FileNotFoundException e) {
      return List.of();
    }
  }
}
