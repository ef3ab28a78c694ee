package trainer.it.masters;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import trainer.it.cluster.TrainerClient;

/** A job as a user submits it, and its processes on this machine. */
public final class DisturbedJob {
  private static final long PATIENCE_SECONDS = 900;
  private static final long POLL_MILLIS = 20;
  private static final String PAGE = "tracking page: ";

  /** A line of progress by a master's own word: others have another note in front of the bar. */
  private static final Pattern TRAINING =
      Pattern.compile(" RUNNING (?:\\(the ResourceManager[^)]*\\) )?\\[.* epoch (\\d+)/");

  private final TrainerClient trainer;
  private final Process client;
  private final Path out;
  private final Path err;
  private String id;

  private DisturbedJob(TrainerClient trainer, Process client, Path out, Path err) {
    this.trainer = trainer;
    this.client = client;
    this.out = out;
    this.err = err;
  }

  /** Submits it; its progress and its report come on stdout and stderr. */
  public static DisturbedJob submit(TrainerClient trainer, Path home, List<String> arguments)
      throws IOException {
    return start("submit", trainer, home, arguments);
  }

  /** The same of a job that scores. */
  public static DisturbedJob score(TrainerClient trainer, Path home, List<String> arguments)
      throws IOException {
    return start("score", trainer, home, arguments);
  }

  private static DisturbedJob start(
      String command, TrainerClient trainer, Path home, List<String> arguments) throws IOException {
    Path out = Files.createTempFile(home, "out", ".txt");
    Path err = Files.createTempFile(home, "err", ".txt");
    List<String> all = new ArrayList<>(List.of(command, "--json"));
    all.addAll(arguments);
    Process client = trainer.start(out, err, all.toArray(new String[0]));
    return new DisturbedJob(trainer, client, out, err);
  }

  /**
   * How it ended.
   *
   * @param report the one that the client printed, null if it did not
   */
  public record End(JsonNode report, TrainerClient.Result result) {
    public int exitCode() {
      return result.exitCode();
    }

    /** What the client said. */
    public String said() {
      return result.err();
    }

    /** All there is to tell why it ended so, for the message of a test that fails. */
    public String told() {
      return result.told();
    }

    public String modelId() {
      return report.path("modelId").asText();
    }

    /** Ids of the containers of pservers and workers. */
    public Set<String> containers() {
      Set<String> ids = new TreeSet<>();
      report.path("containers").forEach(one -> ids.add(one.path("containerId").asText()));
      return ids;
    }

    /**
     * Those of which a process registered. YARN takes back what a dead master was granted and had
     * not launched.
     */
    public Set<String> containersOfMembers() {
      Set<String> ids = new TreeSet<>();
      for (JsonNode container : report.path("containers")) {
        if (!container.path("registeredAt").isNull()) {
          ids.add(container.path("containerId").asText());
        }
      }
      return ids;
    }
  }

  public End await() throws IOException, InterruptedException {
    if (!client.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      client.destroy();
      throw new AssertionError("the job did not end; " + told());
    }
    TrainerClient.Result result = trainer.result(client.exitValue(), out, err);
    return new End(result.out().isBlank() ? null : result.json(), result);
  }

  /** What may become so. */
  @FunctionalInterface
  public interface Condition {
    boolean isSo() throws IOException;
  }

  /** Waits until the client has said something. */
  public void awaitSaid(String text) throws IOException, InterruptedException {
    awaitThat("the client says '" + text + "'", () -> Files.readString(err).contains(text));
  }

  /** Waits until something is so while the job runs. */
  public void awaitThat(String what, Condition condition) throws IOException, InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (!condition.isSo()) {
      if (System.nanoTime() > end || !client.isAlive()) {
        throw new AssertionError("never came: " + what + "; " + told());
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
  }

  /** What its master says of it, as soon as that is so. */
  public JsonNode awaitStatus(String what, Predicate<JsonNode> condition)
      throws IOException, InterruptedException {
    AtomicReference<JsonNode> last = new AtomicReference<>();
    awaitThat(
        what,
        () -> {
          try {
            last.set(status());
          } catch (IOException e) {
            return false; // no master answers just now
          }
          return condition.test(last.get());
        });
    return last.get();
  }

  /** Waits until a master says that it is in a later epoch than anybody has said, or has ended. */
  public void awaitFurther() throws IOException, InterruptedException {
    long before = epoch();
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (client.isAlive() && epoch() <= before) {
      if (System.nanoTime() > end) {
        throw new AssertionError("never got further; " + told());
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
  }

  /** The latest epoch that a master has said. */
  public long epoch() throws IOException {
    return TRAINING
        .matcher(Files.readString(err))
        .results()
        .mapToLong(found -> Long.parseLong(found.group(1)))
        .max()
        .orElse(0);
  }

  private String told() throws IOException {
    return trainer.result(-1, out, err).told();
  }

  public boolean isAlive() {
    return client.isAlive();
  }

  /** The process of its master, if there is one now. */
  public Optional<ProcessHandle> master() throws IOException {
    return masters().stream().findFirst();
  }

  /** The processes of a role. */
  public List<ProcessHandle> processes(String role) throws IOException {
    return processes(id(), role);
  }

  /** The processes of a role of a job or a session. */
  public static List<ProcessHandle> processes(String id, String role) {
    String name = "-Dtrainer.job=" + id + " -Dtrainer.role=" + role + " ";
    try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
      return all.filter(process -> isJava(process, name)).toList();
    }
  }

  /** The container a process of this machine was started in. */
  public static String containerOf(ProcessHandle process) throws IOException {
    return environment(process, "CONTAINER_ID");
  }

  /** What a variable was set to when a process of this machine was started. */
  public static String environment(ProcessHandle process, String name) throws IOException {
    String environment =
        Files.readString(Path.of("/proc", String.valueOf(process.pid()), "environ"));
    return environment
        .lines()
        .flatMap(line -> Stream.of(line.split("\0", -1)))
        .filter(one -> one.startsWith(name + "="))
        .map(one -> one.substring(name.length() + 1))
        .findFirst()
        .orElseThrow();
  }

  /** The master's processes, those that were stopped included. */
  public List<ProcessHandle> masters() throws IOException {
    return processes("master");
  }

  private static boolean isJava(ProcessHandle process, String name) {
    return process.info().command().orElse("").endsWith("/java")
        && process.info().commandLine().orElse("").contains(name);
  }

  /** Its id, or null before its client has said it. */
  public String id() throws IOException {
    if (id == null) {
      id = idOf(Files.readString(err));
    }
    return id;
  }

  /** What its master says of it now: the document that {@code status --members} prints. */
  public JsonNode status() throws IOException {
    URI status = URI.create(page() + "/ws/v1/trainer/status?members=true");
    return new ObjectMapper().readTree(status.toURL());
  }

  private String page() throws IOException {
    return Files.readString(err)
        .lines()
        .filter(line -> line.startsWith(PAGE))
        .map(line -> line.substring(PAGE.length()).strip().replaceAll("/$", ""))
        .reduce((earlier, later) -> later)
        .orElseThrow(() -> new IOException("no page yet"));
  }

  /** What its client has said so far. */
  public String said() throws IOException {
    return Files.readString(err);
  }

  private static String idOf(String said) {
    return said.lines()
        .filter(line -> line.startsWith("job: "))
        .map(line -> line.substring("job: ".length()).strip())
        .findFirst()
        .orElse(null);
  }
}
