package trainer.journal.report;

import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LeaseRecoverable;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.container.logs.LogStreaming;
import trainer.master.job.api.ProcessesView;

/**
 * The completeness of a container's logs in the job's folder. A process that ends in order reports
 * its logs complete.
 *
 * <p>For a killed process, the launching shell uploads the rest before the container ends and
 * closes every file. A file that is still open therefore lost its writer with its node.
 */
public final class LogStates {
  private static final Logger LOG = LoggerFactory.getLogger(LogStates.class);
  private static final String COMPLETE = "complete";
  private static final String PARTIAL = "partial";
  private static final String NONE = "none";

  private final FileSystem files;

  public LogStates(FileSystem files) {
    this.files = files;
  }

  /**
   * Returns {@code complete}, {@code partial} or {@code none}; if the folder cannot be read, the
   * state last reported.
   */
  public String of(ProcessesView.Container container) {
    if (COMPLETE.equals(container.logs().state())) {
      return COMPLETE;
    }
    try {
      Path folder = new Path(container.logs().path());
      if (!files.exists(folder) || files.listStatus(folder).length == 0) {
        return NONE;
      }
      return container.exit() != null && isClosed(folder) ? COMPLETE : PARTIAL;
    } catch (IOException e) {
      LOG.warn("The logs of {} cannot be looked at", container.containerId(), e);
      return container.logs().state();
    }
  }

  private boolean isClosed(Path folder) throws IOException {
    for (String name : LogStreaming.NAMES) {
      Path file = new Path(folder, name);
      if (!files.exists(file)) {
        return false;
      }
      if (files instanceof LeaseRecoverable leases && !leases.isFileClosed(file)) {
        return false;
      }
    }
    return true;
  }
}
