package trainer.core.job;

/**
 * The id of one job: {@code <application id>.<n>}, in local mode {@code local_<time>_<pid>.<n>}. A
 * plain submit has n = 1.
 *
 * @param application the id of the application (or local run) that carries the job
 * @param number n, counted from 1
 */
public record JobId(String application, int number) {
  public JobId {
    if (application.isEmpty() || application.indexOf('/') >= 0) {
      throw new IllegalArgumentException("not an application id: '" + application + "'");
    }
    if (number < 1) {
      throw new IllegalArgumentException("job numbers start at 1, not " + number);
    }
  }

  /** Parses the text of {@link #toString}. */
  public static JobId parse(String text) {
    int dot = text.lastIndexOf('.');
    if (dot < 1) {
      throw new IllegalArgumentException("not a job id: '" + text + "'");
    }
    return new JobId(text.substring(0, dot), Integer.parseInt(text.substring(dot + 1)));
  }

  @Override
  public String toString() {
    return application + "." + number;
  }
}
