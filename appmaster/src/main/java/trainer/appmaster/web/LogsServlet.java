package trainer.appmaster.web;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Optional;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import trainer.master.job.api.ProcessesView;

/**
 * {@code /ws/v1/trainer/logs?job=&process=&file=&text=&count=}: the newest lines of a log of a
 * process.
 */
public final class LogsServlet extends HttpServlet {
  private static final long serialVersionUID = 1;
  private static final int USUAL_COUNT = 200;
  private static final int MOST = 2000;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    String process = Parameters.text(request, "process", "");
    Optional<ProcessesView.Container> container =
        NamedJob.of(request)
            .view()
            .flatMap(view -> NamedProcess.container(view.processes(), process));
    if (container.isEmpty() || container.get().logs().path().isEmpty()) {
      Answer.refuse(
          response,
          HttpServletResponse.SC_NOT_FOUND,
          "there are no logs of process '" + process + "': give a container or, say, worker 0");
      return;
    }
    Configuration hadoop =
        (Configuration) request.getServletContext().getAttribute(WebServer.HADOOP);
    Path folder = new Path(container.get().logs().path());
    try {
      int count = Parameters.number(request, "count", USUAL_COUNT, MOST);
      String answer =
          new LogLines(folder.getFileSystem(hadoop), folder)
              .read(
                  Parameters.text(request, "file", ""), Parameters.text(request, "text", ""), count)
              .toString();
      Answer.send(request, response, Answer.JSON, answer);
    } catch (FileNotFoundException e) {
      Answer.refuse(response, HttpServletResponse.SC_NOT_FOUND, "no log yet: " + e.getMessage());
    } catch (IllegalArgumentException e) {
      Answer.refuse(response, HttpServletResponse.SC_BAD_REQUEST, e.getMessage());
    }
  }
}
