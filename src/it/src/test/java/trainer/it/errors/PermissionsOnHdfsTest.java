package trainer.it.errors;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.it.cluster.TrainerClient;

/** Folders above an output are made as the user's umask says; the job's own is the user's alone. */
class PermissionsOnHdfsTest {
  private static final Pattern ID = Pattern.compile("application_[0-9]+_[0-9]+");

  @Test
  void parentsOfAnOutputFollowTheUmaskAndTheJobsFolderIsPrivate(@TempDir Path folder)
      throws Exception {
    Place place = new Place(folder.resolve("place"));
    try (SharedCluster cluster = new SharedCluster(folder)) {
      TrainerClient alice = place.client().with(Map.of("HADOOP_USER_NAME", "alice"));
      String site = cluster.site().toString();
      String said =
          alice
              .run(
                  "submit",
                  "-conf",
                  site,
                  "--input",
                  "/data/train",
                  "--output",
                  "/open/models/clicks/m",
                  "-Dtrainer.job.dir=/open/jobs",
                  "--detach")
              .ok()
              .out();
      Matcher id = ID.matcher(said);
      assertThat(id.find()).as(said).isTrue();
      try {
        assertThat(permissions(cluster, "/open/models")).isEqualTo("rwxr-xr-x");
        assertThat(permissions(cluster, "/open/models/clicks")).isEqualTo("rwxr-xr-x");
        assertThat(permissions(cluster, "/open/jobs/" + id.group())).isEqualTo("rwx------");
        assertThat(permissions(cluster, "/open/jobs/" + id.group() + "/jobs/1"))
            .isEqualTo("rwx------");
      } finally {
        alice.run("kill", id.group(), "-conf", site, "-Dtrainer.job.dir=/open/jobs");
      }
    }
  }

  private static String permissions(SharedCluster cluster, String path) throws IOException {
    return cluster
        .files()
        .getFileStatus(new org.apache.hadoop.fs.Path(path))
        .getPermission()
        .toString();
  }
}
