package trainer.client.logs;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import trainer.core.job.JobFolder;

/** Goes through the logs of a job again and again; each pass gives what is new. */
public final class LogPass {
  private final FileSystem files;
  private final Path root;
  private final String wanted;
  private final Map<Path, LogTail> tails = new HashMap<>();

  /** Takes the lines of a job's logs; those of one file in order. */
  public interface Reader {
    /** One line, numbered from 1 in its file. */
    void line(LogFile file, long number, String text);
  }

  /**
   * Of one job.
   *
   * @param wanted a container's id or {@code <role>-<index>}; null for all
   */
  public LogPass(JobFolder folder, String wanted, Configuration hadoop) throws IOException {
    this.root = new Path(folder.root() + "/logs");
    this.files = root.getFileSystem(hadoop);
    this.wanted = wanted;
  }

  /** The logs there are, by process and container. */
  public List<LogFile> list() throws IOException {
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
          if (file.isFile() && (wanted == null || log.isOf(wanted))) {
            found.add(log);
          }
        }
      }
    }
    return found;
  }

  /**
   * Reads what is new.
   *
   * @param last whether the job has ended, so that nothing more will come
   */
  public void read(boolean last, Reader reader) throws IOException {
    for (LogFile file : list()) {
      tails
          .computeIfAbsent(file.path(), path -> new LogTail(files, path))
          .advance(last, (number, text) -> reader.line(file, number, text));
    }
  }

  private List<FileStatus> children(Path folder) throws IOException {
    try {
      List<FileStatus> all = new ArrayList<>(List.of(files.listStatus(folder)));
      all.sort(java.util.Comparator.comparing(FileStatus::getPath));
      return all;
    } catch (FileNotFoundException e) {
      return List.of();
    }
  }
}
