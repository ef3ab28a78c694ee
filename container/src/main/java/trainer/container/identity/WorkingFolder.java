package trainer.container.identity;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import trainer.avro.job.JobFile;
import trainer.container.files.ExtraClasses;
import trainer.container.files.HadoopClasses;
import trainer.container.files.LocalFiles;
import trainer.core.job.JobSpec;

/** The files in the working directory of a started process. */
public final class WorkingFolder {
  private WorkingFolder() {}

  /** The job's specification. */
  public static JobSpec job() throws IOException {
    return JobFile.read(Files.newInputStream(Path.of(JobFile.NAME)), JobFile.NAME);
  }

  /** The paths of the user's jars. */
  public static List<Path> jars(JobSpec job) {
    return job.jars().stream().map(jar -> Path.of(jar.path()).toAbsolutePath()).toList();
  }

  /** The client's effective Hadoop configuration, without this node's own. */
  public static Configuration hadoop() throws IOException {
    HadoopClasses.load();
    Configuration hadoop = HadoopFile.read(Path.of(HadoopFile.NAME));
    // Protects files that are written without explicit permissions.
    hadoop.set("fs.permissions.umask-mode", "077");
    LocalFiles.use(hadoop);
    ExtraClasses.useOfWorkingFolder(hadoop);
    return hadoop;
  }
}
