package trainer.core.job;

/**
 * The id of one job: {@code <application id>.<n>}, in local mode {@code local_<time>_<pid>.<n>}. A
 * plain submit has n = 1. A session itself has n = 0; its jobs count from 1.
 *
 * @param application the id of the application (or local run) that carries the job
 * @param number n, from 0
 */
public record JobId(String application, int number) {
  public JobId {
    if (application.isEmpty() || application.indexOf('/') >= 0) {
      throw new IllegalArgumentException("not an application id: '" + application + "'");
    }
    if (number < 0) {
      throw new IllegalArgumentException("job numbers start at 0, not " + number);
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

  /** The id of the session that carries jobs in this application. */
  public static JobId ofSession(String application) {
    return new JobId(application, 0);
  }

  /** Whether it is the id of a session. */
  public boolean isSession() {
    return number == 0;
  }

  @Override
  public String toString() {
    return application + "." + number;
  }
}
