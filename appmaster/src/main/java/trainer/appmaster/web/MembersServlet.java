package trainer.appmaster.web;

import java.io.IOException;
import java.util.Optional;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import trainer.master.job.api.JobView;
import trainer.master.report.MemberTable;

/** {@code /ws/v1/trainer/members}: some processes of a job, sorted and filtered. */
public final class MembersServlet extends HttpServlet {
  private static final long serialVersionUID = 1;
  private static final int USUAL_COUNT = 50;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    NamedJob named = NamedJob.of(request);
    Optional<JobView> job = named.view();
    if (job.isEmpty()) {
      named.sendMissing(response);
      return;
    }
    try {
      MemberTable.Query query =
          new MemberTable.Query(
              Parameters.text(request, "role", ""),
              Parameters.text(request, "state", ""),
              Parameters.text(request, "text", ""),
              Parameters.text(request, "sort", "role"),
              Parameters.number(request, "from", 0, Integer.MAX_VALUE),
              Parameters.number(request, "count", USUAL_COUNT, MemberTable.Query.MOST));
      Answer.send(request, response, Answer.JSON, MemberTable.of(job.get().processes(), query));
    } catch (IllegalArgumentException e) {
      Answer.refuse(response, HttpServletResponse.SC_BAD_REQUEST, e.getMessage());
    }
  }
}
