package trainer.appmaster.web;

import java.io.IOException;
import java.util.function.Supplier;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import trainer.master.job.api.JobView;

/** {@code /}: the job's page. */
public final class PageServlet extends HttpServlet {
  private static final long serialVersionUID = 1;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    response.setContentType("text/html; charset=utf-8");
    Supplier<?> view = (Supplier<?>) getServletContext().getAttribute(WebServer.VIEW);
    response.getWriter().write(Page.of((JobView) view.get(), System.currentTimeMillis()));
  }
}
