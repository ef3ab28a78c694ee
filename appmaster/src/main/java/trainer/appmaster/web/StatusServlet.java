package trainer.appmaster.web;

import java.io.IOException;
import java.util.Optional;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import trainer.core.job.JobId;
import trainer.master.job.api.JobView;
import trainer.master.report.ReportJson;
import trainer.master.report.SessionReport;
import trainer.master.session.api.SessionView;

/** {@code /ws/v1/trainer/status}: the JSON that the status command prints. */
public final class StatusServlet extends HttpServlet {
  private static final long serialVersionUID = 1;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    NamedJob job = NamedJob.of(request);
    Optional<JobView> view = job.view();
    Optional<SessionView> session = job.views().session();
    Optional<JobId> ended = job.ended();
    if (view.isPresent()) {
      Answer.send(
          request, response, Answer.JSON, ReportJson.of(view.get(), System.currentTimeMillis()));
    } else if (ended.isPresent()) {
      EndedReports reports =
          (EndedReports) request.getServletContext().getAttribute(WebServer.ENDED);
      Answer.send(request, response, Answer.JSON, reports.of(ended.get()));
    } else if (job.name().isEmpty() && session.isPresent()) {
      Answer.send(
          request,
          response,
          Answer.JSON,
          SessionReport.of(session.get(), job.views().all()).toJson());
    } else {
      job.sendMissing(response);
    }
  }
}
