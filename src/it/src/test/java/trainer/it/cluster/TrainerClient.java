package trainer.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The client as users have it: {@code java -jar trainer-client.jar}, in a home of its own. */
public final class TrainerClient {
  /**
   * For {@code submit}: all workers from the start, and nobody lost for the machine's being slow.
   */
  public static final List<String> UNHURRIED =
      List.of("-Dtrainer.start.patience=10m", "-Dtrainer.heartbeat.timeout=5m");

  static final Path JAR = Path.of("../../client/target/trainer-client.jar");
  static final Path CACHE = Path.of("target/bundles");
  private static final long PATIENCE_SECONDS = 900;

  private final Path home;
  private final Map<String, String> environment;
  private final List<String> before;
  private final Path jar;

  /**
   * A user's client.
   *
   * @param home the user's home, where jobs are kept
   */
  public TrainerClient(Path home) {
    this(home, Map.of(), List.of(), JAR);
  }

  private TrainerClient(Path home, Map<String, String> environment, List<String> before, Path jar) {
    this.home = home;
    this.environment = Map.copyOf(environment);
    this.before = List.copyOf(before);
    this.jar = jar;
  }

  /** The same user with more in the environment. */
  public TrainerClient with(Map<String, String> more) {
    Map<String, String> all = new HashMap<>(environment);
    all.putAll(more);
    return new TrainerClient(home, all, before, jar);
  }

  /** The same user, each command the leader of a process group that minds Ctrl-C. */
  public TrainerClient atATerminal() {
    return new TrainerClient(
        home, environment, List.of("setsid", "env", "--default-signal=INT", "--"), jar);
  }

  /** The same user, in a folder. */
  public TrainerClient in(Path folder) {
    return new TrainerClient(home, environment, List.of("env", "-C", folder.toString()), jar);
  }

  /** The same user, in a shell with a limit of its own, such as {@code -n 64}. */
  public TrainerClient limitedBy(String limit) {
    return new TrainerClient(
        home,
        environment,
        List.of("bash", "-c", "ulimit " + limit + " && exec \"$@\"", "bash"),
        jar);
  }

  /** The same user, with a copy of the client's jar in a folder without the optional ones. */
  public TrainerClient installedIn(Path folder) throws IOException {
    // Java would resolve a link.
    Path copy = Files.copy(JAR, folder.resolve(JAR.getFileName()));
    return new TrainerClient(home, environment, before, copy);
  }

  private static Path absolute(Path jar) {
    return jar.toAbsolutePath().normalize();
  }

  /** The same user, with processes that die at a failpoint as {@code kill -9} would have it. */
  public TrainerClient dyingAt(String point) {
    return with(Map.of("JAVA_TOOL_OPTIONS", "-Dtrainer.failpoint=" + point));
  }

  /**
   * How a command ended.
   *
   * @param home the user's home
   */
  public record Result(int exitCode, String out, String err, Path home) {
    /** The one JSON document on stdout. */
    public JsonNode json() {
      try {
        return new ObjectMapper().readTree(out);
      } catch (IOException e) {
        throw new AssertionError("not one JSON document; " + told(), e);
      }
    }

    /** The same, asserted to have gone well. */
    public Result ok() {
      assertThat(exitCode).as(() -> "exit code; " + told()).isZero();
      return this;
    }

    /** All there is to tell why it ended so, for the message of a test that fails. */
    public String told() {
      return "stderr: " + err + "\nstdout: " + out + LastLines.of(out + "\n" + err, home);
    }
  }

  /** Starts a command and does not wait for it. */
  public Process start(Path out, Path err, String... args) throws IOException {
    assertThat(jar).as("made by the package phase of client").exists();
    List<String> command = new ArrayList<>(before);
    command.add(System.getProperty("java.home") + "/bin/java");
    command.add("-jar");
    command.add(absolute(jar).toString());
    command.addAll(List.of(args));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().put("HOME", home.toString());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("TRAINER_CACHE", CACHE.toAbsolutePath().toString());
    builder.environment().remove("TRAINER_JAVA_HOME");
    builder.environment().remove("HADOOP_CONF_DIR");
    builder.environment().putAll(environment);
    return builder.start();
  }

  /** Runs a command to its end. */
  public Result run(String... args) throws IOException, InterruptedException {
    Path out = Files.createTempFile(home, "out", ".txt");
    Path err = Files.createTempFile(home, "err", ".txt");
    Process process = start(out, err, args);
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      process.destroy();
      throw new AssertionError(
          String.join(" ", args) + " did not end; " + result(-1, out, err).told());
    }
    return result(process.exitValue(), out, err);
  }

  /** How a command ended that was only started. */
  public Result result(int exitCode, Path out, Path err) throws IOException {
    return new Result(exitCode, Files.readString(out), Files.readString(err), home);
  }
}
