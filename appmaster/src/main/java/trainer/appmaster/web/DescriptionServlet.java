package trainer.appmaster.web;

import java.io.IOException;
import java.io.InputStream;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/** {@code /ws/v1/trainer/openapi.yaml}: the description of the services. */
public final class DescriptionServlet extends HttpServlet {
  private static final long serialVersionUID = 1;
  private static final String TYPE = "application/yaml; charset=utf-8";

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    try (InputStream file = getClass().getResourceAsStream("openapi.yaml")) {
      Answer.send(request, response, TYPE, file.readAllBytes());
    }
  }
}
