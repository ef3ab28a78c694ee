package trainer.master.report;

import java.util.List;
import trainer.master.job.api.JobView;

/**
 * The distance that the training has covered.
 *
 * @param version the newest committed version
 * @param versions the number of versions of the whole training; 0 while unknown
 * @param progress the finished part, from 0 to 1
 * @param perEpoch the cost of each of the newest epochs
 * @param firstPass null unless columns of a table are standardised
 * @param stopped null unless training ends before its last version
 */
public record ProgressReport(
    long version,
    long versions,
    double progress,
    int epoch,
    int epochs,
    List<Epoch> perEpoch,
    FirstPass firstPass,
    Stopped stopped) {
  static ProgressReport of(JobView view) {
    JobView.Progress progress = view.progress();
    return new ProgressReport(
        progress.version(),
        progress.versions(),
        view.finishedPart(),
        progress.epoch(),
        progress.epochs(),
        progress.perEpoch().stream().map(Epoch::of).toList(),
        FirstPass.of(view.lifecycle().firstPass()),
        Stopped.of(view));
  }

  /**
   * The pass over a table that measures the columns to be standardised.
   *
   * @param tasks how many it has; 0 until the first is done
   */
  public record FirstPass(int done, int tasks) {
    private static FirstPass of(JobView.FirstPass pass) {
      return pass == null ? null : new FirstPass(pass.done(), pass.tasks());
    }

    /** Whether it has ended, so that the training may begin. */
    public boolean hasEnded() {
      return tasks > 0 && done == tasks;
    }
  }

  /** The cost of a pass over the data. */
  public record Epoch(
      int epoch,
      double seconds,
      long bytesToPservers,
      long bytesFromPservers,
      long unitsOpened,
      long blocksDecoded,
      long bytesReadLocal,
      long bytesReadRemote) {
    private static Epoch of(JobView.Epoch one) {
      return new Epoch(
          one.number(),
          ReportTimes.seconds(one.millis()),
          one.totals().moved().sent(),
          one.totals().moved().received(),
          one.totals().reading().units(),
          one.totals().reading().blocks(),
          one.totals().reading().localBytes(),
          one.totals().reading().remoteBytes());
    }
  }

  /**
   * The reason why training ends before its last version.
   *
   * @param by a user, or early stopping
   * @param version the version that is the last one then
   * @param early whether that is an earlier version, which was the best
   */
  public record Stopped(String by, long at, long version, long versions, boolean early) {
    private static Stopped of(JobView view) {
      JobView.Stop stop = view.lifecycle().stop();
      return stop == null
          ? null
          : new Stopped(stop.by(), stop.at(), stop.version(), view.versions(), stop.isEarly());
    }
  }
}
