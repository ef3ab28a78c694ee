package trainer.client.watch;

import java.util.Set;
import trainer.master.report.JobReport;
import trainer.master.report.LifecycleReport;

/** The number of processes of a role at work. A report also names all former processes. */
final class Headcount {
  private static final Set<String> AT_WORK = Set.of("live", "suspected", "slow", "full");

  private Headcount() {}

  /** The number of processes of the role at work. */
  static long of(String role, JobReport report) {
    return report.processes().members().stream()
        .filter(member -> member.instance().role().equals(role))
        .filter(member -> AT_WORK.contains(member.condition().state()))
        .count();
  }

  /**
   * The numbers of a wait: {@code 1 there, 2 needed, 2 granted}.
   *
   * @param wait one of the report's {@code waitingFor}
   */
  static String inWords(LifecycleReport.Waiting wait, JobReport report) {
    String role = wait.what().replaceFirst("s$", "");
    return of(role, report) + " there, " + wait.asked() + " needed, " + wait.granted() + " granted";
  }
}
