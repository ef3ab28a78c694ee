package trainer.appmaster.web;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import trainer.master.job.api.JobView;
import trainer.master.report.SessionReport;
import trainer.master.session.api.SessionView;

/** {@code /}: the job's page, or the list of its jobs for a session. */
public final class PageServlet extends HttpServlet {
  private static final long serialVersionUID = 1;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    NamedJob job = NamedJob.of(request);
    Optional<JobView> view = job.view();
    List<JobView> all = job.views().all();
    Optional<SessionView> session = job.views().session();
    boolean isAnyKnown = !all.isEmpty() || session.isPresent();
    if (view.isEmpty() && isAnyKnown && !job.name().isEmpty()) {
      response.sendError(HttpServletResponse.SC_NOT_FOUND, "no such job");
      return;
    }
    response.setContentType("text/html; charset=utf-8");
    response
        .getWriter()
        .write(
            view.isEmpty() && session.isPresent()
                ? Page.of(SessionReport.of(session.get(), all))
                : Page.of(view.orElse(null), job.query(), System.currentTimeMillis()));
  }
}
