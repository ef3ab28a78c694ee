package trainer.appmaster.web;

import java.io.IOException;
import java.util.Optional;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import trainer.core.job.JobId;

/** {@code /ws/v1/trainer/configuration?job=}: the values of all keys with their sources. */
public final class ConfigurationServlet extends HttpServlet {
  private static final long serialVersionUID = 1;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    NamedJob named = NamedJob.of(request);
    Optional<JobId> job = named.id();
    if (job.isEmpty()) {
      named.sendMissing(response);
      return;
    }
    FolderFiles files = FolderFiles.of(request.getServletContext());
    Optional<String> text = files.text(files.folder().configuration(job.get()));
    if (text.isPresent()) {
      Answer.send(request, response, Answer.JSON, text.get());
    } else {
      Answer.refuse(
          response,
          HttpServletResponse.SC_NOT_FOUND,
          "the folder of " + job.get() + " has no configuration");
    }
  }
}
