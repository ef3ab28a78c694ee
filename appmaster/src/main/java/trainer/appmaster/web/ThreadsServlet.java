package trainer.appmaster.web;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Semaphore;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import trainer.container.session.ThreadDump;
import trainer.master.job.api.JobView;

/**
 * {@code /ws/v1/trainer/threads?job=&process=}: the present stacks of the threads of a process, as
 * text; without {@code process} those of the master.
 */
public final class ThreadsServlet extends HttpServlet {
  private static final long serialVersionUID = 1;

  /** Requests that may wait for a process; each holds a thread of the server. */
  private static final Semaphore WAITING = new Semaphore(2);

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    NamedJob named = NamedJob.of(request);
    Optional<JobView> job = named.view();
    if (job.isEmpty() && !named.name().isEmpty()) {
      named.sendMissing(response);
      return;
    }
    String process = Parameters.text(request, "process", "");
    if (process.isEmpty()) {
      Answer.send(request, response, Answer.TEXT, ThreadDump.text());
      return;
    }
    if (!WAITING.tryAcquire()) {
      response.setHeader("Retry-After", "5");
      Answer.refuse(
          response, HttpServletResponse.SC_SERVICE_UNAVAILABLE, "other processes are being asked");
      return;
    }
    try {
      sendThreads(request, response, job, process);
    } finally {
      WAITING.release();
    }
  }

  private static void sendThreads(
      HttpServletRequest request,
      HttpServletResponse response,
      Optional<JobView> job,
      String process)
      throws IOException {
    MemberThreads members =
        (MemberThreads) request.getServletContext().getAttribute(WebServer.THREADS);
    Optional<CompletableFuture<String>> threads =
        job.flatMap(view -> NamedProcess.member(view.processes(), process))
            .flatMap(member -> members.of(job.get().id(), member.instance().incarnation()));
    if (threads.isEmpty()) {
      Answer.refuse(response, HttpServletResponse.SC_NOT_FOUND, process + " is not connected");
      return;
    }
    try {
      Answer.send(request, response, Answer.TEXT, threads.get().join());
    } catch (CompletionException e) {
      Answer.refuse(
          response,
          HttpServletResponse.SC_GATEWAY_TIMEOUT,
          process + " does not answer: it may be stopped");
    }
  }
}
