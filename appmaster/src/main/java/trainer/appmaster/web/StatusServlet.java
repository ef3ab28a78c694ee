package trainer.appmaster.web;

import java.io.IOException;
import java.util.function.Supplier;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import trainer.master.job.api.JobView;
import trainer.master.report.ReportJson;

/** {@code /ws/v1/trainer/status}: the JSON that the status command prints. */
public final class StatusServlet extends HttpServlet {
  private static final long serialVersionUID = 1;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    JobView view = view();
    if (view == null) {
      response.sendError(HttpServletResponse.SC_SERVICE_UNAVAILABLE, "the job has not begun");
      return;
    }
    response.setContentType("application/json; charset=utf-8");
    response.getWriter().write(ReportJson.of(view, System.currentTimeMillis()));
  }

  private JobView view() {
    return (JobView) ((Supplier<?>) getServletContext().getAttribute(WebServer.VIEW)).get();
  }
}
