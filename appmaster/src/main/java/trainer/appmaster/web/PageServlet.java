package trainer.appmaster.web;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/** {@code /} and {@code /page/…}: the static files of the page, from the class path. */
public final class PageServlet extends HttpServlet {
  private static final long serialVersionUID = 1;
  private static final String FOLDER = "/trainer/page/";

  /** The files, by path, with their types. */
  static final Map<String, String> TYPES =
      Map.of(
          "/", "text/html; charset=utf-8",
          "/page/page.js", "text/javascript; charset=utf-8",
          "/page/page.css", "text/css; charset=utf-8");

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    String path = request.getRequestURI().isEmpty() ? "/" : request.getRequestURI();
    String name = path.equals("/") ? "index.html" : path.substring(path.lastIndexOf('/') + 1);
    try (InputStream file = PageServlet.class.getResourceAsStream(FOLDER + name)) {
      Answer.send(request, response, TYPES.get(path), file.readAllBytes());
    }
  }
}
