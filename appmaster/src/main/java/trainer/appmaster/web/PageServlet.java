package trainer.appmaster.web;

import java.io.IOException;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import trainer.journal.report.PageFiles;

/** {@code /} and {@code /page/…}: the static files of the page. */
public final class PageServlet extends HttpServlet {
  private static final long serialVersionUID = 1;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    String path = request.getRequestURI();
    Answer.send(request, response, PageFiles.type(path), PageFiles.bytes(path));
  }
}
