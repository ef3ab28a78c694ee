package trainer.appmaster.main;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import trainer.appmaster.loop.Cluster;
import trainer.core.failure.Failure;
import trainer.core.job.JobSpec;
import trainer.master.job.api.JobView;

/**
 * The end of a job, as its report gives it and as the cluster receives it.
 *
 * <p>The first report of an end counts. A later master that fails before it has read the journal
 * repeats that end to the cluster.
 */
final class LastWord {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final JobSpec spec;

  /** Null if the file system of the folder could not be opened. */
  private final FinalReport report;

  /**
   * The end of a job that is about to be reported.
   *
   * @param files of the job's folder; null if it could not be opened
   */
  LastWord(FileSystem files, JobSpec spec, Configuration hadoop) {
    this.spec = spec;
    this.report = files == null ? null : new FinalReport(files, spec, hadoop);
  }

  /**
   * Reports the end of a job whose journal records it.
   *
   * @param endedBefore whether the journal recorded the end when this master began
   * @param isFolderGone whether the report may be given up
   * @throws IOException when the report cannot be written; the next master then writes it
   */
  Cluster.Ending ofRecorded(JobView last, boolean endedBefore, boolean isFolderGone)
      throws IOException {
    if (isFolderGone) {
      return ending(last, report.writeWithin(PATIENCE, last, false));
    }
    if (!(endedBefore && report.says(last))) { // an earlier master saw all of the job
      report.write(last);
    }
    return ending(last, true);
  }

  /**
   * Reports the end of a job that this master ends with a failure.
   *
   * @param seen the last view; null when this master had none yet
   * @param isFollowed whether another master may continue the job
   * @return empty if the end is left to that master
   */
  Optional<Cluster.Ending> ofUnrecorded(JobView seen, Failure unexpected, boolean isFollowed) {
    Optional<Cluster.Ending> earlier =
        report == null ? Optional.empty() : report.earlierEnd(PATIENCE);
    if (earlier.isPresent() || isFollowed) {
      return earlier;
    }
    JobView last = FinalReport.failed(seen, spec, unexpected, System.currentTimeMillis());
    boolean isWritten = report != null && report.writeWithin(PATIENCE, last, seen == null);
    return Optional.of(ending(last, isWritten));
  }

  private Cluster.Ending ending(JobView last, boolean isReported) {
    return Cluster.Ending.ofJob(
        last.state(), last.failure(), isReported ? spec.files().report(spec.id()) : null);
  }
}
