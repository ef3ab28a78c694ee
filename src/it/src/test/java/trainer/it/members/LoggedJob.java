package trainer.it.members;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** A submitted job whose processes run on this machine, and what its master's log says of it. */
final class LoggedJob {
  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss,SSS");
  private static final int STAMP_LENGTH = 23;
  private static final long POLL_MILLIS = 20;
  private static final long PATIENCE_SECONDS = 300;

  private final Process client;
  private final Path out;
  private final Path err;
  private String id;
  private Path masterLog;

  LoggedJob(Process client, Path out, Path err) {
    this.client = client;
    this.out = out;
    this.err = err;
    Runtime.getRuntime().addShutdownHook(new Thread(client::destroy));
  }

  /** Waits until it trains. */
  void awaitRunning() throws Exception {
    await("RUNNING", () -> Files.readString(err).contains(" RUNNING ["));
    id =
        Files.readString(err)
            .lines()
            .filter(line -> line.startsWith("job: "))
            .map(line -> line.substring("job: ".length()).strip())
            .findFirst()
            .orElseThrow();
    ProcessHandle master = process("master", 0).orElseThrow();
    String line = master.info().commandLine().orElseThrow();
    masterLog =
        Path.of(line.replaceAll(".*-Dtrainer.log.dir=([^ ]*).*", "$1").split(",", 2)[0])
            .resolve("log");
  }

  /** The living process of a role and index; the newest where an old one has not gone. */
  Optional<ProcessHandle> process(String role, int index) {
    String name = "-Dtrainer.job=" + id + " -Dtrainer.role=" + role + " -Dtrainer.index=" + index;
    try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
      return all.filter(process -> process.info().command().orElse("").endsWith("/java"))
          .filter(process -> process.info().commandLine().orElse("").contains(name + " "))
          .max((one, other) -> Long.compare(one.pid(), other.pid()));
    }
  }

  /** Lines of the master's log so far. */
  int lines() throws IOException {
    return Files.readAllLines(masterLog).size();
  }

  /** When its master's log first says such a line after so many, epoch milliseconds. */
  long awaitLog(int after, Predicate<String> which) throws Exception {
    await("a line in " + masterLog, () -> find(after, which).isPresent());
    String stamp = find(after, which).orElseThrow().substring(0, STAMP_LENGTH);
    return LocalDateTime.parse(stamp, STAMP)
        .atZone(ZoneId.systemDefault())
        .toInstant()
        .toEpochMilli();
  }

  Optional<String> find(int after, Predicate<String> which) throws IOException {
    List<String> lines = Files.readAllLines(masterLog);
    return lines.stream().skip(after).filter(which).findFirst();
  }

  private void await(String what, Callable<Boolean> condition) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    assertAlive();
    while (!condition.call()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("waited in vain for " + what + ": " + Files.readString(err));
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      assertAlive();
    }
  }

  /** That there is something left to disturb. */
  void assertAlive() throws IOException {
    if (!client.isAlive() || Files.readString(err).contains(" EXITED ")) {
      throw new JobEndedException(Files.readString(err));
    }
  }

  /** Its report, once it has ended well. */
  JsonNode report() throws Exception {
    client.waitFor();
    if (client.exitValue() != 0) {
      throw new AssertionError(Files.readString(err));
    }
    return new ObjectMapper().readTree(Files.readString(out));
  }
}
