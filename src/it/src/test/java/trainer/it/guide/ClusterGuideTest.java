package trainer.it.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import trainer.it.cluster.ClusterUser;
import trainer.it.cluster.TrainerClient;

/**
 * The commands for users that need a cluster, word for word and in the order of their page, on one
 * small cluster.
 */
class ClusterGuideTest {
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  @TempDir private static Path home;
  private static ClusterUser user;
  private static FileSystem cluster;
  private static PageFiles files;

  @BeforeAll
  static void starts() throws Exception {
    user = new ClusterUser(home);
    Configuration settings = new Configuration(false);
    // Two or three workers fit, however many a command asks for.
    settings.set("trainer.worker.memory-mb", "8000");
    settings.set("trainer.pserver.memory-mb", "512");
    settings.set("trainer.master.memory-mb", "512");
    settings.set("trainer.start.patience", "1s");
    settings.set("trainer.heartbeat.timeout", "5m");
    try (OutputStream out = Files.newOutputStream(home.resolve("conf/trainer-site.xml"))) {
      settings.writeXml(out);
    }
    cluster = FileSystem.get(user.configuration());
    files = new ClusterFiles(cluster, new TrainerClient(home).in(home), home);
  }

  @AfterAll
  static void ends() throws Exception {
    try (YarnClient yarn = YarnClient.createYarnClient()) {
      yarn.init(user.configuration());
      yarn.start();
      var living = EnumSet.of(YarnApplicationState.ACCEPTED, YarnApplicationState.RUNNING);
      await("no job runs").atMost(PATIENCE).until(() -> yarn.getApplications(living).isEmpty());
    } finally {
      user.close();
    }
  }

  @TestFactory
  List<DynamicTest> pages() throws IOException {
    TrainerClient client = user.client().in(home);
    return GuideCommands.tests(
        GuideCommands.onACluster(),
        (page, commands) -> new ClusterReader(user, cluster, client, files).follow(commands));
  }

  @Test
  void whatIsLeftOutIsInThePages() throws IOException {
    List<String> commands = GuideCommands.all().stream().map(Object::toString).toList();
    assertThat(GuideCommands.ELSEWHERE.keySet())
        .allSatisfy(left -> assertThat(commands).anyMatch(command -> command.matches(left)));
  }
}
