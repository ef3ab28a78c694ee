package trainer.master.report;

import java.util.List;
import trainer.core.failure.Failure;
import trainer.master.job.api.JobView;

/**
 * The course of a job through its states.
 *
 * @param state a {@link trainer.core.job.JobState}
 * @param failure null without one
 * @param modelId null before the model is published, as is {@code modelLocation}
 * @param scores null for a job that does not score
 * @param imported null for a job that imports nothing
 */
public record LifecycleReport(
    String state,
    List<Entered> states,
    Cause failure,
    List<Waiting> waitingFor,
    String modelId,
    String modelLocation,
    Scores scores,
    Imported imported) {
  static LifecycleReport of(JobView view) {
    return new LifecycleReport(
        view.state().name(),
        view.lifecycle().states().stream()
            .map(one -> new Entered(one.state().name(), one.at()))
            .toList(),
        Cause.of(view.failure()),
        view.lifecycle().waitingFor().stream().map(Waiting::of).toList(),
        view.results().modelId(),
        view.results().modelLocation(),
        Scores.of(view.results()),
        Imported.of(view.results()));
  }

  /**
   * The output of a scoring job.
   *
   * @param rows in files that count
   * @param scoreId null before the output is in its place, as is {@code output}
   */
  public record Scores(long rows, String scoreId, String output) {
    private static Scores of(JobView.Results results) {
      JobView.Published published = results.published();
      JobView.RowOutput output = results.output();
      if (output == null || output.isImported()) {
        return null;
      }
      return published == null
          ? new Scores(output.rows(), null, null)
          : new Scores(output.rows(), published.id(), published.location());
    }
  }

  /**
   * The output of an import.
   *
   * @param rows in files that count
   * @param importId null before the output is in its place, as is {@code output}
   */
  public record Imported(long rows, String importId, String output) {
    private static Imported of(JobView.Results results) {
      JobView.Published published = results.published();
      JobView.RowOutput output = results.output();
      if (output == null || !output.isImported()) {
        return null;
      }
      return published == null
          ? new Imported(output.rows(), null, null)
          : new Imported(output.rows(), published.id(), published.location());
    }
  }

  /** A state and the time at which it was entered. */
  public record Entered(String name, long at) {}

  /**
   * The cause of a failed end.
   *
   * @param kind a {@link trainer.core.failure.FailureKind}
   * @param blame a {@link trainer.core.failure.Blame}
   */
  public record Cause(String kind, String blame, String message) {
    /** The cause in the form of reports; null of null. */
    public static Cause of(Failure failure) {
      return failure == null
          ? null
          : new Cause(failure.kind().name(), failure.kind().blame().name(), failure.message());
    }
  }

  /**
   * A resource that the job waits for.
   *
   * @param asked processes that the job needs
   * @param granted containers that it has for them
   * @param explanation empty without one
   * @param beginsAt the time at which training begins, or continues, with the processes present
   */
  public record Waiting(
      String what, long since, int asked, int granted, String explanation, Long beginsAt) {
    private static Waiting of(JobView.Waiting wait) {
      return new Waiting(
          wait.what(),
          wait.since(),
          wait.asked(),
          wait.granted(),
          wait.explanation(),
          ReportJson.time(wait.beginsAt()));
    }
  }
}
