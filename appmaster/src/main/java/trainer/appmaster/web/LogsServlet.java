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
import trainer.master.pool.ServiceName;

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
    Optional<Path> logs = folder(job.get().processes(), process, files);
    if (logs.isEmpty()) {
      Answer.refuse(
          response,
          HttpServletResponse.SC_NOT_FOUND,
          "there are no logs of process '"
              + process
              + "': give the id of a container, worker 0, pserver 0 or master");
      return;
    }
    if (!READS.tryAcquire()) {
      response.setHeader("Retry-After", "1");
      Answer.refuse(
          response, HttpServletResponse.SC_SERVICE_UNAVAILABLE, "other logs are being read");
      return;
    }
    try {
      int count = Parameters.number(request, "count", USUAL_COUNT, MOST);
      String answer =
          new LogLines(files.fileSystem(logs.get()), logs.get())
              .read(
                  Parameters.text(request, "file", ""), Parameters.text(request, "text", ""), count)
              .toString();
      Answer.send(request, response, Answer.JSON, answer);
    } catch (FileNotFoundException e) {
      Answer.refuse(response, HttpServletResponse.SC_NOT_FOUND, "no log yet: " + e.getMessage());
    } catch (IllegalArgumentException e) {
      Answer.refuse(response, HttpServletResponse.SC_BAD_REQUEST, e.getMessage());
    } finally {
      READS.release();
    }
  }

  /** The folder of the logs of a process of the job, or of a master. */
  private static Optional<Path> folder(ProcessesView view, String process, FolderFiles files)
      throws IOException {
    if (process.equals(Role.MASTER.word())) {
      return newest(Role.MASTER.word() + "-*/*", files);
    }
    Optional<ProcessesView.Container> container = NamedProcess.container(view, process);
    if (container.isEmpty()) {
      return Optional.empty();
    }
    // A worker of a pool has one log for all jobs, under the index that it has in the pool.
    return newest("*/" + ServiceName.container(container.get().containerId()), files);
  }

  private static Optional<Path> newest(String pattern, FolderFiles files) throws IOException {
    Path folders = new Path(files.folder().logs(), pattern);
    return Arrays.stream(files.fileSystem(folders).globStatus(folders))
        .max(Comparator.comparing(FileStatus::getModificationTime))
        .map(FileStatus::getPath);
  }
}
