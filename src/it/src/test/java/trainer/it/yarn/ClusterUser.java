package trainer.it.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import trainer.client.embedded.EmbeddedCluster;
import trainer.it.cluster.TrainerClient;

/** A user of an embedded cluster, with a folder of site files and the client's jar. */
final class ClusterUser implements AutoCloseable {
  private static final Path CLIENT = Path.of("../../client/target/trainer-client.jar");
  private static final long PATIENCE_SECONDS = 300;

  private final Path home;
  private final Path conf;
  private final EmbeddedCluster cluster;
  private final TrainerClient client;

  /**
   * Starts the cluster and writes data for training.
   *
   * @param home the user's home
   */
  ClusterUser(Path home) throws Exception {
    this.home = home;
    this.cluster = EmbeddedCluster.start(new Configuration(), EmbeddedCluster.NODES);
    this.conf = Files.createDirectory(home.resolve("conf"));
    for (String site : List.of("core-site.xml", "yarn-site.xml")) {
      try (OutputStream out = Files.newOutputStream(conf.resolve(site))) {
        cluster.configuration().writeXml(out);
      }
    }
    this.client = new TrainerClient(home).with(Map.of("HADOOP_CONF_DIR", conf.toString()));
    client.run(words("generate --kind clicks --records 5000 --output " + uri("data"))).ok();
  }

  Configuration configuration() {
    return cluster.configuration();
  }

  String uri(String name) {
    return home.resolve(name).toUri().toString();
  }

  /** Runs a command of the client. */
  TrainerClient.Result run(String line) throws Exception {
    return client.run(words(line));
  }

  /** The document of a command that succeeds. */
  JsonNode json(String line) throws Exception {
    return run(line + " --json").ok().json();
  }

  /** Starts a job that does not end by itself, and returns its id. */
  String endless(String name, String options) throws Exception {
    return json(String.format(
            "submit --detach --name %s --input %s --output %s --epochs 1000000 --workers 1"
                + " -Dtrainer.heartbeat.timeout=5m %s",
            name, uri("data"), uri(name), options))
        .path("jobId")
        .asText();
  }

  /**
   * Runs {@code yarn app}: Hadoop's own class in a JVM with Hadoop's jars and then the client's, as
   * HADOOP_CLASSPATH has it.
   */
  TrainerClient.Result yarnApp(String line) throws IOException, InterruptedException {
    String hadoop =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
            .filter(entry -> entry.endsWith(".jar") && !entry.contains("trainer-"))
            .collect(Collectors.joining(File.pathSeparator));
    String classPath =
        String.join(
            File.pathSeparator, conf.toString(), hadoop, CLIENT.toAbsolutePath().toString());
    List<String> command =
        new ArrayList<>(
            List.of(
                System.getProperty("java.home") + "/bin/java",
                "-cp",
                classPath,
                "org.apache.hadoop.yarn.client.cli.ApplicationCLI",
                "app"));
    for (String type : List.of("trainer", "TRAINER")) {
      command.add(
          "-Dyarn.application.admin.client.class."
              + type
              + "=trainer.client.launcher.yarn.TrainerAdminClient");
    }
    command.addAll(List.of(words(line)));
    Path out = Files.createTempFile(home, "app", ".out");
    Path err = Files.createTempFile(home, "app", ".err");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
    builder.environment().put("HOME", home.toString());
    builder
        .environment()
        .put("TRAINER_CACHE", Path.of("target/bundles").toAbsolutePath().toString());
    builder.environment().remove("HADOOP_CONF_DIR"); // its folder is on the class path
    Process process = builder.start();
    assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).as(line).isTrue();
    return client.result(process.exitValue(), out, err);
  }

  private static String[] words(String line) {
    return Stream.of(line.split(" +")).filter(word -> !word.isEmpty()).toArray(String[]::new);
  }

  @Override
  public void close() {
    cluster.close();
  }
}
