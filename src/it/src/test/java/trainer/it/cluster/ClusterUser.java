package trainer.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import trainer.client.embedded.EmbeddedCluster;

/**
 * A user of an embedded cluster, with a folder of site files and the client's jar. No job of the
 * user outlives it.
 */
public final class ClusterUser implements Closeable {
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final int REST_MILLIS = 20;
  private static final Pattern PAGE = Pattern.compile("page: (http://\\S+/)");

  private final Path home;
  private final Path conf;
  private final EmbeddedCluster cluster;
  private final TrainerClient client;
  private final List<String> endless = new ArrayList<>();

  /**
   * Starts the cluster and writes data for training.
   *
   * @param home the user's home
   */
  public ClusterUser(Path home) throws Exception {
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

  public Configuration configuration() {
    return cluster.configuration();
  }

  public String uri(String name) {
    return home.resolve(name).toUri().toString();
  }

  /** The client as this user has it. */
  public TrainerClient client() {
    return client;
  }

  /** Runs a command of the client. */
  public TrainerClient.Result run(String line) throws IOException, InterruptedException {
    return client.run(words(line));
  }

  /** Starts a command of the client that does not end by itself; it prints to this file. */
  public Process start(String line, Path out) throws IOException {
    return client.start(out, home.resolve("err"), words(line));
  }

  /** The document of a command that succeeds. */
  public JsonNode json(String line) throws IOException, InterruptedException {
    return run(line + " --json").ok().json();
  }

  /**
   * Starts a job that does not end by itself and takes little of the machine ({@link
   * UnhurriedModel}), and returns its id.
   */
  public String unhurried(String name, String options) throws IOException, InterruptedException {
    UnhurriedModel model = new UnhurriedModel(home);
    return endless(
        name,
        String.join(
            " ",
            options,
            String.join(" ", model.options()),
            String.join(" ", model.resting(REST_MILLIS))));
  }

  private String endless(String name, String options) throws IOException, InterruptedException {
    String submit =
        String.format(
            "submit --detach --name %s --input %s --output %s --epochs 1000000"
                + " -Dtrainer.heartbeat.timeout=5m %s",
            name, uri("data"), uri(name), options);
    String job = json(submit).path("jobId").asText();
    endless.add(job);
    return job;
  }

  /** Kills an endless job, and returns when its processes are gone. */
  public void end(String job) throws IOException, InterruptedException {
    run("kill " + job);
    run("attach " + job);
    endless.remove(job);
  }

  /** The tracking URL of a job, once its master is registered. */
  public URI page(String job) {
    Matcher page =
        await(job)
            .atMost(PATIENCE)
            .until(() -> PAGE.matcher(run("status " + job).ok().out()), Matcher::find);
    return URI.create(page.group(1));
  }

  /**
   * Runs {@code yarn app}: Hadoop's own class in a JVM with Hadoop's jars and then the client's, as
   * HADOOP_CLASSPATH has it.
   */
  public TrainerClient.Result yarnApp(String line) throws IOException, InterruptedException {
    String hadoop =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
            .filter(entry -> entry.endsWith(".jar") && !entry.contains("trainer-"))
            .collect(Collectors.joining(File.pathSeparator));
    String classPath =
        String.join(
            File.pathSeparator,
            conf.toString(),
            hadoop,
            TrainerClient.JAR.toAbsolutePath().toString());
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
    builder.environment().put("TRAINER_CACHE", TrainerClient.CACHE.toAbsolutePath().toString());
    builder.environment().remove("HADOOP_CONF_DIR"); // its folder is on the class path
    Process process = builder.start();
    assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).as(line).isTrue();
    return client.result(process.exitValue(), out, err);
  }

  private static String[] words(String line) {
    return Stream.of(line.split(" +")).filter(word -> !word.isEmpty()).toArray(String[]::new);
  }

  /** Kills the endless jobs, waits for their ends, and deletes the files of the cluster. */
  @Override
  public void close() throws IOException {
    try {
      for (String job : List.copyOf(endless)) {
        end(job);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      cluster.close();
    }
  }
}
