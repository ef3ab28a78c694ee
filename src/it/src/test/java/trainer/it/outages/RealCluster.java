package trainer.it.outages;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.stream.Stream;
import trainer.it.masters.DisturbedJob;

/** The cluster of separate processes that {@code bin/cluster} runs, through that command. */
final class RealCluster {
  private static final Path COMMAND = Path.of("../../bin/cluster");
  private static final int PORT = 8088;
  private static final long PATIENCE_SECONDS = 120;
  private static final long POLL_MILLIS = 200;

  private final Path folder;

  /**
   * @param folder the cluster's, which is in the environment, too
   */
  RealCluster(Path folder) {
    this.folder = folder;
  }

  /** What clients are configured with. */
  String configuration() {
    return folder.resolve("conf").toString();
  }

  /** Where its master daemons are. */
  String host() throws IOException {
    return URI.create(page("rm", "")).getHost();
  }

  /** Runs a command of it; what it printed. */
  String run(String... arguments) throws IOException, InterruptedException {
    List<String> line = new ArrayList<>(List.of(COMMAND.toString()));
    line.addAll(List.of(arguments));
    Path out = Files.createTempFile("cluster", ".out");
    Process process =
        new ProcessBuilder(line)
            .redirectOutput(out.toFile())
            .redirectError(out.toFile())
            .redirectInput(Path.of("/dev/null").toFile())
            .start();
    boolean ended = process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
    String said = Files.readString(out);
    Files.delete(out);
    if (!ended || process.exitValue() != 0) {
      throw new AssertionError(String.join(" ", line) + ": " + said);
    }
    return said;
  }

  /** Whether there is a file or folder of this path; what stands beside it does not count. */
  boolean has(String path) throws IOException, InterruptedException {
    String parent = path.substring(0, path.lastIndexOf('/'));
    return run("dfs", "-ls", parent).lines().anyMatch(line -> line.endsWith(" " + path));
  }

  /** Lines a daemon has logged that contain this. */
  List<String> logged(String daemon, String text) throws IOException {
    try (var lines = Files.lines(folder.resolve("logs").resolve(daemon))) {
      return lines.filter(line -> line.contains(text)).toList();
    }
  }

  /** Deletes what the ResourceManager has noted; it must not run. */
  void forget() throws IOException {
    try (Stream<Path> all = Files.walk(folder.resolve("data/rm"))) {
      for (Path one : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(one);
      }
    }
  }

  /** The ResourceManager that leads, {@code rm} or {@code rm2}. */
  String leader() throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (System.nanoTime() < end) {
      for (String name : List.of("rm", "rm2")) {
        try {
          if (ask(name, "info").at("/clusterInfo/haState").asText().equals("ACTIVE")) {
            return name;
          }
        } catch (IOException e) {
          // it does not run
        }
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
    throw new AssertionError("no ResourceManager leads");
  }

  /** What a ResourceManager says under a path of its REST interface. */
  JsonNode ask(String name, String path) throws IOException {
    return new ObjectMapper().readTree(URI.create(page(name, "ws/v1/cluster/" + path)).toURL());
  }

  /**
   * What a job's master says of it, through the ResourceManager's proxy. The address that the
   * ResourceManager itself gives is for the name that it has, which on the loopback is another.
   */
  JsonNode status(DisturbedJob job) throws IOException {
    String application = job.id().replaceAll("\\.\\d+$", "");
    String path = "proxy/" + application + "/ws/v1/trainer/status";
    return new ObjectMapper().readTree(URI.create(page("rm", path)).toURL());
  }

  /** The same, as soon as something is so. */
  JsonNode awaitStatus(DisturbedJob job, String what, Predicate<JsonNode> condition)
      throws IOException, InterruptedException {
    AtomicReference<JsonNode> last = new AtomicReference<>();
    job.awaitThat(
        what,
        () -> {
          try {
            last.set(status(job));
          } catch (IOException e) {
            return false; // no master answers just now
          }
          return condition.test(last.get());
        });
    return last.get();
  }

  /** The address of a page of a ResourceManager. */
  String page(String name, String path) throws IOException {
    for (String behind : List.of("." + name, "")) {
      String host = property("yarn.resourcemanager.hostname" + behind);
      if (host != null) {
        return "http://" + host + ":" + PORT + "/" + path;
      }
    }
    throw new AssertionError("no ResourceManager in " + configuration());
  }

  private String property(String name) throws IOException {
    String text = Files.readString(folder.resolve("conf/yarn-site.xml"));
    int at = text.indexOf("<name>" + name + "</name><value>");
    if (at < 0) {
      return null;
    }
    int from = text.indexOf("<value>", at) + "<value>".length();
    return text.substring(from, text.indexOf("</value>", from));
  }
}
