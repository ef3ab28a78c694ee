package trainer.container.logs;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import trainer.container.identity.Acting;
import trainer.container.identity.ClientWatch;
import trainer.container.identity.Identity;
import trainer.container.identity.WorkingFolder;
import trainer.core.job.JobSpec;
import trainer.core.job.Role;

/**
 * Completes the logs of a process that ended without doing so. The launching shell starts it with
 * the working directory, log folder and environment of that process. It writes no log of its own,
 * since no process would collect it.
 */
public final class LogsMain {
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private LogsMain() {}

  public static void main(String[] arguments) throws Exception {
    ClientWatch.start(() -> Runtime.getRuntime().halt(1));
    Identity identity = Identity.of(System.getProperties(), System.getenv());
    JobSpec spec = WorkingFolder.job();
    Configuration hadoop = WorkingFolder.hadoop();
    Acting.as(spec.user(), hadoop);
    Role of = Role.ofWord(System.getProperty("trainer.logs.of"));
    String path = spec.files().logs(of, identity.index(), identity.containerId());
    upload(identity.logDir(), LogFolder.of(path, hadoop), PATIENCE);
    Runtime.getRuntime().halt(0);
  }

  /** Uploads the missing bytes, after recovering the files' leases from their former writer. */
  static void upload(Path logDir, LogFolder folder, Duration patience)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    folder.make();
    for (String name : LogStreaming.NAMES) {
      folder.beginRecovery(name); // all at once, for each may wait for a DataNode's heartbeat
    }
    for (String name : LogStreaming.NAMES) {
      folder.recover(name, deadline);
      new LogCopy(logDir, folder, name).complete();
    }
  }
}
