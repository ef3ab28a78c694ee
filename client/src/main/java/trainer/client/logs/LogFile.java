package trainer.client.logs;

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

  /** Whether it belongs to {@code wanted}: a container's id or {@code <role>-<index>}. */
  boolean isOf(String wanted) {
    return wanted.equals(container) || wanted.equals(process);
  }

  @Override
  public String toString() {
    return process + "/" + container + "/" + name();
  }
}
