package trainer.appmaster.web;

import java.io.IOException;
import java.util.Optional;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import trainer.appmaster.loop.LatestViews;
import trainer.core.job.JobId;
import trainer.master.job.api.JobView;
import trainer.master.session.api.SessionView;

/**
 * The job that a request is about.
 *
 * @param name the value of {@code ?job=}; empty without one, which means the only job
 * @param views the newest views of all jobs
 */
record NamedJob(String name, LatestViews views) {
  private static final String PARAMETER = "job";
  private static final String RETRY_SECONDS = "1";

  static NamedJob of(HttpServletRequest request) {
    String name = request.getParameter(PARAMETER);
    return new NamedJob(
        name == null ? "" : name,
        (LatestViews) request.getServletContext().getAttribute(WebServer.VIEWS));
  }

  /** The job's newest view; empty if there is no such job. */
  Optional<JobView> view() {
    return views.find(name);
  }

  /** The job, if it is one of a session's and has ended. */
  Optional<JobId> ended() {
    return views.session().stream()
        .flatMap(session -> session.jobs().stream())
        .filter(job -> job.isOver() && job.id().toString().equals(name))
        .map(SessionView.Job::id)
        .findAny();
  }

  /** The job, or the session of a request that names none; empty if there is no such job. */
  Optional<JobId> id() {
    Optional<JobId> session = views.session().map(SessionView::id);
    return session
        .filter(id -> name.isEmpty() || id.toString().equals(name) || id.application().equals(name))
        .or(() -> view().map(JobView::id))
        .or(this::ended);
  }

  /** Sends the error of a job without a view: 503 before the master has any view, else 404. */
  void sendMissing(HttpServletResponse response) throws IOException {
    if (views.all().isEmpty() && views.session().isEmpty()) {
      response.setHeader("Retry-After", RETRY_SECONDS);
      Answer.refuse(response, HttpServletResponse.SC_SERVICE_UNAVAILABLE, "the job has not begun");
    } else {
      Answer.refuse(
          response,
          HttpServletResponse.SC_NOT_FOUND,
          name.isEmpty() ? "give ?job= with the id of a job" : "no such job runs here");
    }
  }
}
