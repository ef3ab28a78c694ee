package trainer.appmaster.web;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import trainer.master.job.api.JobView;

/** {@code /}: the job's page, or a list of the jobs where there are several to choose from. */
public final class PageServlet extends HttpServlet {
  private static final long serialVersionUID = 1;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    NamedJob job = NamedJob.of(request);
    Optional<JobView> view = job.view();
    List<JobView> all = job.views().all();
    if (view.isEmpty() && !all.isEmpty() && !job.name().isEmpty()) {
      response.sendError(HttpServletResponse.SC_NOT_FOUND, "no such job");
      return;
    }
    response.setContentType("text/html; charset=utf-8");
    response
        .getWriter()
        .write(
            view.isEmpty() && !all.isEmpty()
                ? Page.ofJobs(all)
                : Page.of(view.orElse(null), job.query(), System.currentTimeMillis()));
  }
}
