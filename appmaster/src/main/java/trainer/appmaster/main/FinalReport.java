package trainer.appmaster.main;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.appmaster.loop.Cluster;
import trainer.core.failure.Failure;
import trainer.core.job.JobSpec;
import trainer.core.job.JobState;
import trainer.journal.report.JournaledReport;
import trainer.journal.report.LogStates;
import trainer.journal.report.ReportFile;
import trainer.master.job.api.JobView;
import trainer.master.report.JobViews;
import trainer.master.report.ReportJson;

/** The report that a master writes at its end. */
final class FinalReport {
  private static final Logger LOG = LoggerFactory.getLogger(FinalReport.class);

  private final FileSystem files;
  private final JobSpec spec;
  private final Configuration hadoop;
  private final Path path;

  FinalReport(FileSystem files, JobSpec spec, Configuration hadoop) {
    this.files = files;
    this.spec = spec;
    this.hadoop = hadoop;
    this.path = new Path(spec.files().report(spec.id()));
  }

  /**
   * The last view of a job whose end cannot be recorded.
   *
   * @param seen the view before the failure; null when the master had none
   */
  static JobView failed(JobView seen, JobSpec spec, Failure why, long at) {
    return (seen == null ? JobViews.replay(spec, List.of()) : seen).failed(why, at);
  }

  /** Whether a report with this end exists. */
  boolean says(JobView last) throws IOException {
    return ReportFile.end(files, path).filter(end -> end.state() == last.state()).isPresent();
  }

  /**
   * The end that an earlier master has reported. Empty if there is none, or if the storage does not
   * answer in this time.
   */
  Optional<Cluster.Ending> earlierEnd(Duration time) {
    return CompletableFuture.supplyAsync(this::reportedEnd)
        .orTimeout(time.toMillis(), TimeUnit.MILLISECONDS)
        .exceptionally(
            e -> {
              LOG.info("No earlier report can be read in {}: {}", path, e.toString());
              return Optional.empty();
            })
        .join();
  }

  private Optional<Cluster.Ending> reportedEnd() {
    try {
      return ReportFile.end(files, path)
          .map(end -> Cluster.Ending.ofJob(end.state(), end.failure(), path.toString()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void write(JobView last) throws IOException {
    LogStates logs = new LogStates(files);
    ReportFile.write(files, path, ReportJson.of(last, System.currentTimeMillis(), logs::of));
  }

  /**
   * Writes the report unless the storage fails or exceeds this time. If the folder is gone, it is
   * made again, since readers look for the job's end there.
   *
   * @param isFromJournal whether the journal may hold more of the job than {@code last}; the report
   *     is then completed from the journal, as far as that is readable
   * @return whether the report is written
   */
  boolean writeWithin(Duration time, JobView last, boolean isFromJournal) {
    return CompletableFuture.runAsync(() -> writeSomehow(last, isFromJournal))
        .orTimeout(time.toMillis(), TimeUnit.MILLISECONDS)
        .handle((nothing, failed) -> isDone(failed))
        .join();
  }

  private void writeSomehow(JobView last, boolean isFromJournal) {
    try {
      if (!isFromJournal || !isCompleted(last.failure())) {
        write(last);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean isCompleted(Failure why) {
    JournaledReport.End end =
        new JournaledReport.End(JobState.FAILED, why, System.currentTimeMillis());
    try {
      var unused = JournaledReport.complete(spec.files(), spec.id(), end, hadoop);
      return true;
    } catch (IOException | RuntimeException e) {
      LOG.info("The journal cannot be read: {}", e.toString());
      return false;
    }
  }

  private boolean isDone(Throwable failed) {
    if (failed != null) {
      Throwable cause = failed instanceof CompletionException ? failed.getCause() : failed;
      LOG.warn("There is no report in {}: {}", path, String.valueOf(cause));
    }
    return failed == null;
  }
}
