package trainer.appmaster.web;

import java.io.IOException;
import java.util.Optional;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import trainer.appmaster.metrics.Exposition;
import trainer.master.job.api.JobView;

/**
 * {@code /metrics}: numbers for Prometheus. Of a session those of its running jobs, as many as
 * there is room for; {@code ?job=} names one of them.
 */
public final class MetricsServlet extends HttpServlet {
  private static final long serialVersionUID = 1;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    Exposition format = Exposition.accepted(request.getHeader("Accept"));
    NamedJob named = NamedJob.of(request);
    Optional<JobView> job = named.view();
    if (job.isPresent()) {
      Answer.send(request, response, format.contentType(), format.of(job.get()));
    } else if (named.name().isEmpty() && named.views().session().isPresent()) {
      Answer.send(request, response, format.contentType(), format.of(named.views()));
    } else {
      named.sendMissing(response);
    }
  }
}
