package trainer.it.outages;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import trainer.it.masters.DisturbedJob;
import trainer.it.masters.Findings;

/** A job that trains while something is away, and what has to hold of it whatever that was. */
final class WatchedJob {
  private static final long CALM_SECONDS = 3;
  private static final long GONE_MILLIS = 30_000;
  private static final long POLL_MILLIS = 100;
  private static final int PSERVERS = 2;
  private static final int MEMBERS = 4;
  private static final int MOST_WARNINGS = 10;
  private static final int SHOWN = 160;

  private final UnhurriedJobs jobs;
  private final Findings findings;
  private final int epochs;
  private final DisturbedJob job;
  private final Set<String> containers = new TreeSet<>();
  private final Path log;

  private WatchedJob(UnhurriedJobs jobs, Findings findings, int epochs, DisturbedJob job)
      throws Exception {
    this.jobs = jobs;
    this.findings = findings;
    this.epochs = epochs;
    this.job = job;
    TimeUnit.SECONDS.sleep(CALM_SECONDS);
    for (String role : List.of("pserver", "worker")) {
      for (ProcessHandle process : job.processes(role)) {
        containers.add(DisturbedJob.containerOf(process));
      }
    }
    this.log = logOf(job.master().orElseThrow());
  }

  /** Starts one; it trains, and all of its containers are known. */
  static WatchedJob start(UnhurriedJobs jobs, Findings findings, int epochs, String... more)
      throws Exception {
    return start(jobs, findings, epochs, PSERVERS, more);
  }

  /** The same with another number of pservers. */
  static WatchedJob start(
      UnhurriedJobs jobs, Findings findings, int epochs, int pservers, String... more)
      throws Exception {
    return new WatchedJob(jobs, findings, epochs, jobs.start(epochs, pservers, more));
  }

  DisturbedJob job() {
    return job;
  }

  /** The application it is. */
  String application() throws IOException {
    String id = job.id();
    return id.substring(0, id.lastIndexOf('.'));
  }

  /** What {@code status} says of it. */
  JsonNode status() throws Exception {
    return jobs.client().run("status", job.id(), "--json").ok().json();
  }

  /** Where the processes of its first master log to. */
  static Path logOf(ProcessHandle process) {
    String line = process.info().commandLine().orElseThrow();
    String folders = line.replaceAll(".*-Dtrainer.log.dir=([^ ]*).*", "$1");
    return Path.of(folders.split(",", 2)[0]).resolve("log");
  }

  /**
   * Lets time go by, and says what its master made of what happened meanwhile.
   *
   * @return epochs a second, as its client hears of them
   */
  double watch(String what, int seconds) throws Exception {
    long epoch = job.epoch();
    int lines = Files.readAllLines(log).size();
    TimeUnit.SECONDS.sleep(seconds);
    List<String> said =
        Files.readAllLines(log).stream()
            .skip(lines)
            .filter(line -> line.contains(" WARN ") || line.contains(" ERROR "))
            .toList();
    String when = seconds + " s, " + what + ": ";
    long trained = job.epoch() - epoch;
    findings.note(when + "epochs trained", trained);
    findings.atMost(when + "warnings of the master", MOST_WARNINGS, said.size());
    said.stream().findFirst().ifPresent(line -> findings.note("the first", shown(line)));
    return (double) trained / seconds;
  }

  /** The containers that its members had at first. */
  Set<String> containers() {
    return Set.copyOf(containers);
  }

  /** Lines of its first master's log that contain this. */
  List<String> logged(String text) throws IOException {
    return Files.readAllLines(log).stream().filter(line -> line.contains(text)).toList();
  }

  private static String shown(String line) {
    return line.length() <= SHOWN ? line : line.substring(0, SHOWN) + "…";
  }

  /**
   * Waits for its end, which has to be that of an undisturbed one.
   *
   * @param masters how many it has had
   * @param replaced how many containers of members were lost
   */
  DisturbedJob.End end(long masters, int replaced) throws Exception {
    return end(masters, masters, replaced);
  }

  /** The same of one that has had so many masters, at least and at most. */
  DisturbedJob.End end(long least, long most, int replaced) throws Exception {
    DisturbedJob.End end = endAnyhow();
    if (end.exitCode() != 0) {
      return end;
    }
    JsonNode report = end.report();
    long masters = report.path("term").asLong();
    String allowed = least == most ? "" + least : least + " to " + most;
    findings.say("masters", allowed, "" + masters, masters >= least && masters <= most);
    findings.equal("containers at first", MEMBERS, containers.size());
    Set<String> kept = new TreeSet<>(end.containersOfMembers());
    findings.equal("containers in all", MEMBERS + replaced, kept.size());
    kept.retainAll(containers);
    findings.equal("of which those at first", containers, kept);
    long epoch = report.path("records").asLong();
    long once = epochs * epoch;
    boolean isTwice = report.at("/speculation/duplicates").asLong() > 0;
    long bound = once + (masters - 1 + replaced) * epoch + (isTwice ? once / 10 : 0);
    long computed = report.path("recordsComputed").asLong();
    findings.say(
        "records computed, of " + once,
        "at most " + bound,
        String.valueOf(computed),
        computed >= once && computed <= bound);
    return end;
  }

  /** Waits for its end, whose model has to be that of an undisturbed one. */
  DisturbedJob.End endAnyhow() throws Exception {
    jobs.hurry();
    DisturbedJob.End end = job.await();
    findings.equal("exit code of submit", 0, end.exitCode());
    if (end.exitCode() == 0) {
      gone("processes gone", System.currentTimeMillis());
      findings.equal("model id as undisturbed", jobs.undisturbed(epochs).modelId(), end.modelId());
    } else {
      findings.note("submit said", end.said());
    }
    return end;
  }

  /** All its processes end within a while, counted from a moment. */
  void gone(String what, long from) throws Exception {
    gone(what, GONE_MILLIS / 1000, from);
  }

  void gone(String what, double seconds, long from) throws Exception {
    while (!all().isEmpty() && System.currentTimeMillis() - from < GONE_MILLIS) {
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
    long until = all().isEmpty() ? System.currentTimeMillis() : Long.MAX_VALUE;
    findings.within(what, seconds, until - from);
  }

  private List<ProcessHandle> all() throws IOException {
    return List.of("master", "standby", "pserver", "worker").stream()
        .flatMap(
            role -> {
              try {
                return job.processes(role).stream();
              } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
              }
            })
        .toList();
  }
}
