package trainer.container.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import trainer.core.job.JobSpec;
import trainer.core.job.UserJar;

/**
 * Copies of the jars of a session's jobs in the working folder of a process that was started before
 * them.
 *
 * @param files the file system of the application's folder
 */
public record UserJarCopies(FileSystem files) {
  /** Fetches the jars of a job that are not there yet; a jar is named by its hash. */
  public void fetch(JobSpec spec) throws IOException {
    for (UserJar jar : spec.jars()) {
      java.nio.file.Path here = java.nio.file.Path.of(jar.path()).toAbsolutePath();
      if (!Files.exists(here)) {
        Files.createDirectories(here.getParent());
        java.nio.file.Path part = Files.createTempFile(here.getParent(), "part-", ".jar");
        try (var in = files.open(new Path(spec.files().jar(jar)))) {
          Files.copy(in, part, StandardCopyOption.REPLACE_EXISTING);
        }
        Files.move(part, here, StandardCopyOption.ATOMIC_MOVE);
      }
    }
  }
}
