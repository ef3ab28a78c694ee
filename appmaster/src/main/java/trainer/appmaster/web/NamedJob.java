package trainer.appmaster.web;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import javax.servlet.http.HttpServletRequest;
import trainer.appmaster.loop.LatestViews;
import trainer.master.job.api.JobView;

/**
 * The job that a request is about.
 *
 * @param name the value of {@code ?job=}; empty without one, which means the only job
 * @param views the newest views of all jobs
 */
record NamedJob(String name, LatestViews views) {
  private static final String PARAMETER = "job";

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

  /** The end of links to other views of the same job. */
  String query() {
    return name.isEmpty() ? "" : query(name);
  }

  /** The end of links to a job of this name. */
  static String query(String name) {
    return "?" + PARAMETER + "=" + URLEncoder.encode(name, StandardCharsets.UTF_8);
  }
}
