package trainer.it.errors;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.it.cluster.TrainerClient;

/** A ResourceManager that does not answer hides nothing that stands in a job's folder. */
class WithoutResourceManagerTest {
  private static final String ID = "application_1_0001";
  private static final String NOBODY = "-Dyarn.resourcemanager.address=localhost:1";

  private final Place place;
  private final String jobs;

  WithoutResourceManagerTest(@TempDir Path folder) throws IOException {
    this.place = new Place(folder);
    this.jobs = "-Dtrainer.job.dir=" + folder.resolve("jobs").toUri();
    place.file("jobs/" + ID + "/jobs/1/report.json", "{\"state\": \"EXITED\"}");
    place.file("jobs/" + ID + "/logs/master-0/container_1/log", "it went well\n");
  }

  @Test
  void statusAndLogsReadTheFolder() throws Exception {
    TrainerClient.Result status = place.client().run("status", ID, NOBODY, jobs).ok();
    assertThat(status.out())
        .startsWith(ID + ".1 EXITED")
        .contains("note: the ResourceManager does not answer; this state is from the report ");
    assertThat(place.client().run("logs", ID, NOBODY, jobs).ok().out()).contains("it went well");
  }

  @Test
  void listShowsLocalRunsAndEndsWith48() throws Exception {
    place.client().run(place.submit(place.goodInput())).ok();
    TrainerClient.Result listed = place.client().run("list", NOBODY);
    assertThat(listed.exitCode()).isEqualTo(48);
    assertThat(listed.out()).contains("local_", "EXITED");
    assertThat(listed.err())
        .startsWith("ERROR CLUSTER_UNREACHABLE: ")
        .contains("only the jobs of this machine are listed")
        .doesNotContain("wiki");
  }
}
