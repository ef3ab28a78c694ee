package trainer.appmaster.web;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import trainer.core.job.Role;
import trainer.master.job.api.JobView;
import trainer.master.job.api.ProcessesView;

/**
 * {@code /ws/v1/trainer/logs?job=&process=&file=&text=&count=}: the newest lines of a log of a
 * process.
 */
public final class LogsServlet extends HttpServlet {
  private static final long serialVersionUID = 1;
  private static final int USUAL_COUNT = 200;
  private static final int MOST = 2000;

  /** Reads that may be under way; more of them would keep the master from its work. */
  private static final Semaphore READS = new Semaphore(2);

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    String process = Parameters.text(request, "process", "");
    FolderFiles files = FolderFiles.of(request.getServletContext());
    NamedJob named = NamedJob.of(request);
    Optional<JobView> job = named.view();
    if (job.isEmpty()) {
      named.sendMissing(response);
      return;
    }
    if (!READS.tryAcquire()) {
      response.setHeader("Retry-After", "1");
      Answer.refuse(
          response, HttpServletResponse.SC_SERVICE_UNAVAILABLE, "other logs are being read");
      return;
    }
    try {
      Optional<Path> logs = folder(job.get().processes(), process, files);
      if (logs.isEmpty()) {
        throw new FileNotFoundException(
            "there are no logs of process '"
                + process
                + "': give the id of a container, worker 0, pserver 0, master or standby");
      }
      int count = Parameters.number(request, "count", USUAL_COUNT, MOST);
      String answer =
          new LogLines(files.fileSystem(logs.get()), logs.get())
              .read(
                  Parameters.text(request, "file", ""), Parameters.text(request, "text", ""), count)
              .toString();
      Answer.send(request, response, Answer.JSON, answer);
    } catch (FileNotFoundException e) {
      Answer.refuse(response, HttpServletResponse.SC_NOT_FOUND, "no log: " + e.getMessage());
    } catch (IllegalArgumentException e) {
      Answer.refuse(response, HttpServletResponse.SC_BAD_REQUEST, e.getMessage());
    } finally {
      READS.release();
    }
  }

  /** The folder of the logs of a process of the job, or of a master. */
  private static Optional<Path> folder(ProcessesView view, String process, FolderFiles files)
      throws IOException {
    if (process.equals(Role.MASTER.word()) || process.equals(Role.STANDBY.word())) {
      return newest(process + "-*/*", files);
    }
    Optional<ProcessesView.Container> found = NamedProcess.container(view, process);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    ProcessesView.Container container = found.get();
    if (!container.idWithoutService().equals(container.containerId())) {
      // It has one log for all jobs, under the index that it has in the pool.
      return newest(Role.WORKER.word() + "-*/" + container.idWithoutService(), files);
    }
    String path = container.logs().path();
    return path.isEmpty() ? Optional.empty() : Optional.of(new Path(path));
  }

  private static Optional<Path> newest(String pattern, FolderFiles files) throws IOException {
    Path folders = new Path(files.folder().logs(), pattern);
    return Arrays.stream(files.fileSystem(folders).globStatus(folders))
        .max(Comparator.comparing(FileStatus::getModificationTime))
        .map(FileStatus::getPath);
  }
}
