package trainer.client.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.core.failure.Failure;

class ConfiguredClusterTest {
  @TempDir private Path folder;
  private final Configuration hadoop = new Configuration(false);

  @BeforeEach
  void noSiteFileIsOnTheClassPath() throws Exception {
    seeing();
  }

  @Test
  void unsetVariableIsNamed() {
    assertThat(refusal(Map.of()))
        .contains("HADOOP_CONF_DIR is not set", "yarn-site.xml", "--master local");
    assertThat(refusal(Map.of("HADOOP_CONF_DIR", ""))).contains("HADOOP_CONF_DIR is not set");
  }

  @Test
  void folderThatIsNoneIsNamed() {
    assertThat(refusal(Map.of("HADOOP_CONF_DIR", "/no/such")))
        .contains("HADOOP_CONF_DIR is no folder — /no/such — ");
  }

  @Test
  void folderWithoutTheSiteFileIsNamed() {
    assertThat(refusal(Map.of("HADOOP_CONF_DIR", folder.toString())))
        .contains("HADOOP_CONF_DIR holds no yarn-site.xml — " + folder + " — ");
  }

  @Test
  void addressMakesACluster() {
    hadoop.set("yarn.resourcemanager.address", "rm:8032");
    assertThat(ConfiguredCluster.refusal(hadoop, Map.of())).isEmpty();
  }

  @Test
  void highlyAvailableResourceManagersMakeACluster() {
    hadoop.set("yarn.resourcemanager.ha.rm-ids", "rm1,rm2");
    assertThat(ConfiguredCluster.refusal(hadoop, Map.of())).isEmpty();
  }

  @Test
  void siteFileOnTheClassPathMakesACluster() throws Exception {
    Files.writeString(folder.resolve("yarn-site.xml"), "<configuration/>");
    seeing(folder.toUri().toURL());
    assertThat(ConfiguredCluster.refusal(hadoop, Map.of())).isEmpty();
  }

  private void seeing(URL... places) {
    hadoop.setClassLoader(new URLClassLoader(places, null));
  }

  private String refusal(Map<String, String> environment) {
    return ConfiguredCluster.refusal(hadoop, environment).map(Failure::message).orElse("");
  }
}
