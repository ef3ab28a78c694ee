package trainer.client.yarn;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.avro.job.JobFile;
import trainer.core.config.Key;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.core.job.Role;
import trainer.master.report.JobReport;

/** The room for a running job that is scaled up. */
final class ScaleUpRoom {
  private static final Logger LOG = LoggerFactory.getLogger(ScaleUpRoom.class);

  private final YarnConnection yarn;
  private final String jobFile;
  private final Configuration hadoop;

  ScaleUpRoom(YarnConnection yarn, String jobFile, Configuration hadoop) {
    this.yarn = yarn;
    this.jobFile = jobFile;
    this.hadoop = hadoop;
  }

  /**
   * The shortfall of so many processes; empty if all fit, or if the room is unknown. The master has
   * accepted the command by then.
   *
   * @param report the job's report so far; null if the master does not give it
   */
  Optional<String> shortfall(Role role, int count, JobReport report) {
    try {
      Settings settings = grown(settings(), role, count, report);
      return settings.get(Keys.OVERCOMMIT)
          ? Optional.empty()
          : ClusterChecks.room(yarn, settings, hadoop)
              .flatMap(room -> room.shortfall(settings, role));
    } catch (IOException | FailureException e) {
      LOG.debug("the room is not known", e);
      return Optional.empty();
    }
  }

  private Map<String, String> settings() throws IOException {
    Path path = new Path(jobFile);
    try (InputStream in = path.getFileSystem(hadoop).open(path)) {
      return JobFile.read(in, jobFile).settings();
    }
  }

  /**
   * The job's settings, with the numbers of processes now wanted. The bounds of the start do not
   * bind a scale command, so the bounds of workers follow their count.
   */
  static Settings grown(Map<String, String> settings, Role role, int count, JobReport report) {
    Map<String, String> grown = new HashMap<>(settings);
    if (report != null && report.processes().pservers() != null) {
      grown.put(Keys.PSERVERS.name(), Integer.toString(report.processes().pservers().wanted()));
    }
    if (role == Role.WORKER) {
      for (Key<?> key : List.of(Keys.WORKERS, Keys.WORKERS_MIN, Keys.WORKERS_MAX)) {
        grown.put(key.name(), Integer.toString(count));
      }
    } else {
      grown.put(Keys.PSERVERS.name(), Integer.toString(count));
    }
    return Settings.of(grown);
  }
}
