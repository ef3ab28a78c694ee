package trainer.client.watch;

import trainer.core.text.Quantity;
import trainer.master.report.JobReport;
import trainer.master.report.ProgressReport;
import trainer.master.report.WorkReport;

/** The incidents of a job beside its training, as text; empty if there were none. */
final class Incidents {
  private Incidents() {}

  /**
   * The version at which training ends on request, and the requesting user.
   *
   * @param stop null without a request
   */
  static String stop(ProgressReport.Stopped stop) {
    return stop == null
        ? ""
        : "at version "
            + Quantity.grouped(stop.version())
            + " of "
            + Quantity.grouped(stop.versions())
            + (stop.by().isEmpty() ? " by a user's request" : " by " + stop.by());
  }

  /**
   * The number of rollbacks to an older version, and the number of records trained again. The
   * rollback of early stopping is none of them.
   */
  static String rollbacks(JobReport report) {
    WorkReport work = report.work();
    ProgressReport.Stopped stop = report.progress().stopped();
    long times = work.rollbacks() - (stop != null && stop.early() ? 1 : 0);
    if (times <= 0) {
      return "";
    }
    long again = work.recordsRepeated();
    return Quantity.of(times, "time")
        + " to the newest version kept, or the beginning, since parameters were lost with a pserver"
        + (again > 0 ? "; " + Quantity.of(again, "record") + " trained again" : "");
  }

  /** The number of records left out. */
  static String badRecords(WorkReport work) {
    long bad = work.badRecords();
    return bad == 0 ? "" : Quantity.grouped(bad) + " left out (see the workers' logs)";
  }
}
