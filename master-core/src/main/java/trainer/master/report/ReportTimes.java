package trainer.master.report;

import java.util.EnumMap;
import java.util.Map;
import trainer.core.job.JobState;
import trainer.master.job.api.JobView;
import trainer.master.job.api.JobView.Entered;

/**
 * The duration of a job's parts, in seconds; a part that is not over counts until now.
 *
 * @param total from the first state to the end
 * @param allocation from asking for the first container until training begins, or the end
 * @param training from the beginning of training to the end, wind-down included
 */
public record ReportTimes(double total, double allocation, double training) {
  static final ReportTimes NONE = new ReportTimes(0, 0, 0);
  private static final double MILLIS = 1000.0;

  static ReportTimes of(JobView view, long nowMillis) {
    Map<JobState, Long> at = new EnumMap<>(JobState.class);
    long first = Long.MAX_VALUE;
    long end = nowMillis;
    for (Entered entered : view.lifecycle().states()) {
      at.put(entered.state(), entered.at());
      first = Math.min(first, entered.at());
      if (entered.state().isEnd()) {
        end = entered.at();
      }
    }
    long running = at.getOrDefault(JobState.RUNNING, end);
    long submitted = at.getOrDefault(JobState.SUBMITTED, running);
    return new ReportTimes(between(first, end), between(submitted, running), between(running, end));
  }

  /** The time between two readings; 0 if the wall clock was set back. */
  private static double between(long from, long to) {
    return seconds(Math.max(0, to - from));
  }

  static double seconds(long millis) {
    return millis / MILLIS;
  }
}
