package trainer.appmaster.web;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Optional;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import trainer.appmaster.live.LiveJobs;
import trainer.master.job.api.JobView;

/**
 * {@code /ws/v1/trainer/changes?job=&since=}: what changed in a job, or in a session, after an
 * earlier answer.
 */
public final class ChangesServlet extends HttpServlet {
  private static final long serialVersionUID = 1;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    NamedJob named = NamedJob.of(request);
    Optional<JobView> job = named.view();
    LiveJobs live = (LiveJobs) request.getServletContext().getAttribute(WebServer.LIVE);
    Optional<ObjectNode> changes =
        named.name().isEmpty() && job.isEmpty()
            ? live.changesOfSession(request.getParameter("since"))
            : job.flatMap(view -> live.changes(view.id(), request.getParameter("since")));
    if (changes.isPresent()) {
      Answer.send(request, response, Answer.JSON, changes.get().toString());
    } else {
      named.sendMissing(response);
    }
  }
}
