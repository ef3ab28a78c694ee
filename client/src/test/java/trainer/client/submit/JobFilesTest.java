package trainer.client.submit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.core.job.ModelSpec;
import trainer.core.job.Phase;
import trainer.protocol.auth.Secret;

class JobFilesTest {
  @TempDir private java.nio.file.Path folder;

  @Test
  void everythingIsItsOwnersAlone() throws Exception {
    java.nio.file.Path jobs = folder.resolve("jobs");
    JobSpec spec =
        new JobSpec(
            new JobId("application_1_0001", 1),
            "alice",
            jobs.toUri() + "/application_1_0001",
            Map.of(),
            new ModelSpec(List.of(), List.of(Phase.training(1))),
            List.of(),
            "1");
    Path jobDir = new Path(jobs.toUri());
    Secret control = JobPreparation.newSecret();
    JobFiles files = JobFiles.on(jobDir, new Configuration());
    files.checkCanFlush(jobDir);
    files.write(spec, control, "hdfs://nn/bundle.zip");
    try (Stream<java.nio.file.Path> all = Files.walk(jobs)) {
      for (java.nio.file.Path path : all.toList()) {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
            .as(path.toString())
            .isIn("rwx------", "rw-------");
      }
    }
    assertThat(Files.readAllBytes(jobs.resolve("application_1_0001/fleet/control.secret")))
        .isEqualTo(control.toBytes());
  }
}
