package trainer.master.report;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.function.Function;
import trainer.master.job.api.JobView;
import trainer.master.job.api.ProcessesView;

/**
 * The report of a job: the fields of {@code report.json} and of {@code status --json}. The
 * components of its parts are fields of one object, in this order.
 *
 * <p>Times are epoch milliseconds, null for an event that has not happened. A report that was read
 * has empty texts, lists and maps for absent ones, and zero for absent numbers.
 */
public record JobReport(
    @JsonUnwrapped Identity identity,
    @JsonUnwrapped LifecycleReport lifecycle,
    @JsonUnwrapped ProgressReport progress,
    @JsonUnwrapped SynchronisationReport synchronisation,
    @JsonUnwrapped WorkReport work,
    @JsonUnwrapped ResultsReport results,
    @JsonUnwrapped ProcessesReport processes,
    @JsonUnwrapped Incidents incidents) {
  private static final int FORMAT_VERSION = 1;

  /**
   * The report of a view.
   *
   * @param nowMillis the end of parts that are not over, in epoch milliseconds
   * @param logs the state of a container's logs in the job's folder
   */
  static JobReport of(
      JobView view, long nowMillis, Function<ProcessesView.Container, String> logs) {
    return new JobReport(
        Identity.of(view),
        LifecycleReport.of(view),
        ProgressReport.of(view),
        SynchronisationReport.of(view),
        WorkReport.of(view),
        ResultsReport.of(view.results(), view.progress(), ReportTimes.of(view, nowMillis)),
        ProcessesReport.of(view.processes(), logs),
        Incidents.of(view));
  }

  /** Whether more than the state is known of the job. */
  public boolean hasProcesses() {
    return processes.workersWanted() != null;
  }

  /**
   * The job.
   *
   * @param formatVersion of the report; it grows when a field changes its meaning
   * @param jobId a {@link trainer.core.job.JobId} as text
   */
  public record Identity(
      int formatVersion, String applicationId, String jobId, String name, String input) {
    static Identity of(JobView view) {
      return new Identity(
          FORMAT_VERSION,
          view.id().application(),
          view.id().toString(),
          view.name(),
          view.identity().input());
    }
  }

  /**
   * Incidents beside the training.
   *
   * @param masters all so far, the present one last
   * @param warnings of a model that is no better than guessing, a sentence each
   */
  public record Incidents(
      List<JobView.Survived> survived, List<JobView.Master> masters, List<String> warnings) {
    static Incidents of(JobView view) {
      return new Incidents(
          view.recovery().survived(), view.recovery().masters(), view.results().warnings());
    }
  }
}
