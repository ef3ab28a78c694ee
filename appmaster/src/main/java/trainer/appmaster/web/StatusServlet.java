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

/**
 * {@code /ws/v1/trainer/status?job=&members=}: the JSON that the status command prints. Long lists
 * are in it with {@code members=true} alone.
 */
public final class StatusServlet extends HttpServlet {
  private static final long serialVersionUID = 1;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    String members = request.getParameter("members");
    if (members != null && !members.matches("true|false")) {
      Answer.refuse(response, HttpServletResponse.SC_BAD_REQUEST, "members is true or false");
      return;
    }
    NamedJob job = NamedJob.of(request);
    Optional<SessionView> session = job.views().session();
    String report = report(job, request);
    if (!report.isEmpty()) {
      boolean isWhole = "true".equals(members);
      Answer.send(request, response, Answer.JSON, isWhole ? report : ReportJson.shorten(report));
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

  /** The report of the job, running or ended; empty if there is no such job. */
  private static String report(NamedJob job, HttpServletRequest request) throws IOException {
    Optional<JobView> view = job.view();
    if (view.isPresent()) {
      return ReportJson.of(view.get(), System.currentTimeMillis());
    }
    Optional<JobId> ended = job.ended();
    FolderFiles files = FolderFiles.of(request.getServletContext());
    return ended.isPresent() ? files.text(files.folder().report(ended.get())).orElse("") : "";
  }
}
