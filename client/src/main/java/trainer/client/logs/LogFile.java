package trainer.client.logs;

import java.util.regex.Pattern;
import org.apache.hadoop.fs.Path;

/**
 * One log of one process.
 *
 * @param process {@code <role>-<index>}
 * @param container the container of the process
 * @param path its file in the job's folder
 * @param bytes its length, which the file system may report too small while the file grows
 */
public record LogFile(String process, String container, Path path, long bytes) {
  /** {@code stdout}, {@code stderr} or {@code log}. */
  public String name() {
    return path.getName();
  }

  /** Whether it belongs to {@code wanted}: a container's id, {@code <role>-<index>} or a role. */
  boolean isOf(String wanted) {
    return wanted.equals(container)
        || wanted.equals(process)
        || process.matches(Pattern.quote(wanted) + "-[0-9]+");
  }

  @Override
  public String toString() {
    return process + "/" + container + "/" + name();
  }
}
