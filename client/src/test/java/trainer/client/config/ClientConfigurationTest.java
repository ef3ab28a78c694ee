package trainer.client.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.security.SecurityUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.core.config.InvalidSettingsException;
import trainer.core.config.Keys;
import trainer.core.failure.FailureException;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.core.job.ModelSpec;
import trainer.core.job.Phase;

class ClientConfigurationTest {
  @TempDir private Path folder;

  @Test
  void eachLayerOverridesTheOneBefore() throws Exception {
    File file = conf("trainer.epochs", "2", false);
    assertThat(epochs(List.of(), Map.of(), Map.of())).isEqualTo(1);
    assertThat(epochs(List.of(file), Map.of(), Map.of())).isEqualTo(2);
    assertThat(epochs(List.of(file), Map.of("trainer.epochs", "3"), Map.of())).isEqualTo(3);
    assertThat(
            epochs(
                List.of(file),
                Map.of("trainer.epochs", "3"),
                Map.of("trainer.epochs", new Flag("--epochs", "4"))))
        .isEqualTo(4);
  }

  @Test
  void finalStaysAndSaysSo() throws Exception {
    File file = conf("trainer.epochs", "2", true);
    ClientConfiguration configuration =
        ClientConfiguration.of(List.of(file), Map.of("trainer.epochs", "3"), Map.of());
    assertThat(configuration.settings().get(Keys.EPOCHS)).isEqualTo(2);
    assertThat(configuration.warnings()).singleElement().asString().contains("trainer.epochs");
  }

  @Test
  void aPathKeepsItsSourceAndAnotherValueHasAnother() throws Exception {
    File file = conf("trainer.input", "data", false);
    ClientConfiguration given =
        ClientConfiguration.of(
            List.of(file), Map.of(), Map.of("trainer.output", new Flag("--output", "model")));
    ClientConfiguration qualified =
        given.withPaths(
            Map.of(
                "trainer.input", "file:///data",
                "trainer.output", "file:///model",
                "trainer.job.dir", "file:///jobs"));
    assertThat(qualified.sourceOf("trainer.input")).endsWith("job.xml");
    assertThat(qualified.sourceOf("trainer.output")).isEqualTo("--output");
    assertThat(qualified.sourceOf("trainer.job.dir")).isEqualTo("computed");
    assertThat(qualified.on(new Configuration()).sourceOf("trainer.input")).endsWith("job.xml");

    Map<String, String> other =
        Map.of("trainer.input", "file:///other", "trainer.output", "file:///other");
    ClientConfiguration resumed = qualified.withAll(other, ClientConfiguration.EARLIER_JOB);
    assertThat(resumed.sourceOf("trainer.input")).isEqualTo("earlier job");
    assertThat(resumed.sourceOf("trainer.output")).isEqualTo("earlier job");
    assertThat(resumed.settings().find(Keys.JOB_DIR)).isEmpty();
    assertThat(qualified.with(other).sourceOf("trainer.output")).isEqualTo("computed");
  }

  @Test
  void nobodyIsShownThePasswordInAUri() {
    ConfiguredValue value =
        new ConfiguredValue("trainer.input", "s3a://k:s@b/x,s3a://c/y", "", true);
    assertThat(value.document().path("value").asText()).isEqualTo("s3a://b/x,s3a://c/y");
  }

  @Test
  void theValuesOfAJobAreThoseThatItsSessionSet() {
    ClientConfiguration given =
        ClientConfiguration.of(
            List.of(), Map.of(), Map.of("trainer.workers", new Flag("--workers", "9")));
    JobSpec spec =
        new JobSpec(
            new JobId("application_1_0001", 2),
            "alice",
            "file:///jobs/application_1_0001",
            Map.of("trainer.workers", "3"),
            new ModelSpec(List.of(), List.of(Phase.training(1))),
            List.of(),
            "1");
    assertThat(ConfiguredValue.ofJob(spec, given))
        .hasSameSizeAs(ConfiguredValue.all(given))
        .contains(new ConfiguredValue("trainer.workers", "3", "session", true))
        .contains(ConfiguredValue.of(Keys.EPOCHS, given));
  }

  @Test
  void everyProblemIsReportedWithItsSource() throws Exception {
    File file = conf("trainer.epochs", "none", false);
    assertThatThrownBy(
            () -> ClientConfiguration.of(List.of(file), Map.of("trainer.wrkers", "1"), Map.of()))
        .isInstanceOfSatisfying(
            InvalidSettingsException.class, e -> assertThat(e.problems()).hasSize(2))
        .hasMessageContaining("job.xml")
        .hasMessageContaining("-D");
  }

  @Test
  void flagIsNamedWhereItsValueIsNone() {
    Map<String, Flag> flags = Map.of("trainer.epochs", new Flag("--epochs", "many"));
    assertThatThrownBy(() -> ClientConfiguration.of(List.of(), Map.of(), flags))
        .hasMessageContaining("trainer.epochs in --epochs");
  }

  @Test
  void missingFileIsNamed() {
    File file = folder.resolve("none.xml").toFile();
    assertThatThrownBy(() -> ClientConfiguration.of(List.of(file), Map.of(), Map.of()))
        .isInstanceOf(FailureException.class)
        .hasMessageContaining("none.xml");
  }

  @Test
  void whatIsWrittenIsTheUsersAloneWhateverTheClusterSays() throws Exception {
    File file = conf("fs.permissions.umask-mode", "022", false);
    ClientConfiguration configuration = ClientConfiguration.of(List.of(file), Map.of(), Map.of());
    assertThat(FsPermission.getUMask(configuration.hadoop()).toShort()).isEqualTo((short) 077);
    Configuration cluster = new Configuration(false);
    assertThat(FsPermission.getUMask(configuration.on(cluster).hadoop()).toShort())
        .isEqualTo((short) 077);
  }

  @Test
  void hadoopsSecurityIsToldOfEveryCommandsConfiguration() {
    InetSocketAddress service = new InetSocketAddress("localhost", 8020);
    String useIp = CommonConfigurationKeys.HADOOP_SECURITY_TOKEN_SERVICE_USE_IP;
    try {
      ClientConfiguration given =
          ClientConfiguration.of(List.of(), Map.of(useIp, "false"), Map.of());
      assertThat(SecurityUtil.buildTokenService(service)).hasToString("localhost:8020");
      given.on(new Configuration(false));
      assertThat(SecurityUtil.buildTokenService(service)).hasToString("127.0.0.1:8020");
    } finally {
      SecurityUtil.setConfiguration(new Configuration(false));
    }
  }

  private static int epochs(
      List<File> files, Map<String, String> properties, Map<String, Flag> flags) {
    return ClientConfiguration.of(files, properties, flags).settings().get(Keys.EPOCHS);
  }

  private File conf(String key, String value, boolean isFinal) throws Exception {
    Path file = folder.resolve("job.xml");
    Files.writeString(
        file,
        "<configuration><property><name>"
            + key
            + "</name><value>"
            + value
            + "</value>"
            + (isFinal ? "<final>true</final>" : "")
            + "</property></configuration>");
    return file.toFile();
  }

  @Test
  void aKeyWithoutItsPrefixIsRefusedAndNotTakenForHadoops() {
    assertThatThrownBy(() -> ClientConfiguration.of(List.of(), Map.of("epochs", "3"), Map.of()))
        .hasMessageContaining("there is no key epochs")
        .hasMessageContaining("did you mean trainer.epochs?");
  }
}
