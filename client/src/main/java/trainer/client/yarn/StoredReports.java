package trainer.client.yarn;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import trainer.client.watch.JobDocument;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/**
 * The reports of ended jobs, at the paths that their masters reported to YARN. At most 50 are read.
 * Once a file system has failed to answer, no further report is read. Used by one thread.
 */
final class StoredReports {
  private static final Pattern PLACE = Pattern.compile("Report: (\\S+)");
  private static final int MOST = 50;
  private static final long PATIENCE_SECONDS = 5;

  private final Configuration hadoop;
  private int left = MOST;

  StoredReports(Configuration hadoop) {
    this.hadoop = hadoop;
  }

  /**
   * Whether training was requested to end before its last version; false if that is unknown.
   *
   * @param diagnostics YARN's of the application
   */
  boolean isStopped(String diagnostics) {
    Matcher place = PLACE.matcher(diagnostics);
    if (left == 0 || !place.find()) {
      return false;
    }
    left--;
    String path = place.group(1);
    try {
      return YarnConnection.within(PATIENCE_SECONDS, path, () -> isStopped(new Path(path)));
    } catch (FailureException e) {
      if (e.failure().kind() == FailureKind.CLUSTER_UNREACHABLE) {
        left = 0; // each of the others would take as long
      }
      return false;
    }
  }

  private boolean isStopped(Path file) throws IOException {
    try (InputStream in = file.getFileSystem(hadoop).open(file)) {
      return JobDocument.parse(in.readAllBytes()).isStopped();
    } catch (FileNotFoundException | JsonProcessingException e) {
      return false; // the job's folder is deleted or damaged; the other jobs are still listed
    }
  }
}
