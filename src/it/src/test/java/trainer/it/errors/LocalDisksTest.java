package trainer.it.errors;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.it.cluster.TrainerClient;

/** On a cluster, paths on the disks of single machines get a warning before the start. */
class LocalDisksTest {
  @Test
  void dryRunWarnsOfInputAndOutputOnLocalDisks(@TempDir Path folder) throws Exception {
    Place place = new Place(folder.resolve("place"));
    try (SharedCluster cluster = new SharedCluster(folder)) {
      TrainerClient.Result result =
          place
              .client()
              .with(Map.of("HADOOP_USER_NAME", "alice"))
              .run(
                  "submit",
                  "--dry-run",
                  "-conf",
                  cluster.site().toString(),
                  "--input",
                  place.goodInput().toUri().toString(),
                  "--output",
                  place.output().toUri().toString(),
                  "-Dtrainer.job.dir=/open/jobs")
              .ok();
      assertThat(result.out()).contains("every check has passed");
      assertThat(result.err().lines())
          .hasSize(2)
          .allMatch(line -> line.startsWith("WARNING each node "))
          .anyMatch(line -> line.contains("good.libsvm") && line.contains("hdfs dfs -put"))
          .anyMatch(line -> line.contains("/model on its own disk"));
    }
  }
}
