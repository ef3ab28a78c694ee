package trainer.it.members;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import trainer.it.cluster.TrainerClient;
import trainer.it.cluster.UnhurriedModel;

/**
 * What can happen to a worker, one after another to the workers of one job on an embedded cluster:
 * for each case its bar, what was measured, and whether the model is that of an undisturbed job.
 * Run by {@code bin/fault-workers}.
 */
public final class WorkerFaults {
  private static final long RECORDS = 20_000;
  private static final int WORKERS = 2;
  private static final int REST_MILLIS = 40;
  private static final String ROW = "%-67s %-18s %-14s %s%n";
  private static final Duration CALM = Duration.ofSeconds(3);
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final Duration SHORT = Duration.ofSeconds(4);

  /** Something that is known only from the report: when the others had all work in hand again. */
  private record Awaited(String bar, long from, long lostAt, double mostSeconds) {}

  private final TrainerClient trainer;
  private final Path home;
  private final int epochs;
  private final PreparedJava java;
  private final UnhurriedModel model;
  private final List<Awaited> awaited = new ArrayList<>();
  private LoggedJob job;
  private int wrong;

  private WorkerFaults(Path home, int epochs) throws IOException {
    this.trainer = new TrainerClient(home);
    this.home = home;
    this.epochs = epochs;
    this.java = new PreparedJava(home.resolve("java"));
    this.model = new UnhurriedModel(home);
  }

  /**
   * Plays all cases.
   *
   * @param arguments a folder, and how many epochs the job has: it has to outlast the faults
   */
  public static void main(String[] arguments) throws Exception {
    Path home = Path.of(arguments[0]).toAbsolutePath();
    WorkerFaults faults = new WorkerFaults(home, Integer.parseInt(arguments[1]));
    boolean ok;
    try {
      faults.run();
      ok = faults.wrong == 0;
    } catch (JobEndedException | AssertionError e) {
      System.out.println("not all cases were played: " + e.getMessage());
      ok = false;
    }
    System.exit(ok ? 0 : 1);
  }

  private void run() throws Exception {
    trainer
        .run("generate", "--kind", "clicks", "--records", "" + RECORDS, "--output", uri("data"))
        .ok();
    submit();
    System.out.printf(ROW, "case", "bar", "measured", "");
    killMidTask();
    dieAtFailpoint("dies after its push, before the answer", "worker.afterPush:40");
    dieAtFailpoint("dies in the barrier, half of its push done", "worker.afterPushToOne:40");
    pauseShortly();
    pauseLong();
    cut();
    killAll();
    compare();
  }

  private String uri(String name) {
    return home.resolve(name).toUri().toString();
  }

  private void submit() throws Exception {
    Path out = home.resolve("out.txt");
    Path err = home.resolve("err.txt");
    List<String> arguments = new ArrayList<>(List.of("submit", "--master", "embedded"));
    arguments.add("-Dtrainer.java.home=" + java.home());
    arguments.addAll(options("model"));
    arguments.addAll(model.resting(REST_MILLIS));
    job = new LoggedJob(trainer.start(out, err, arguments.toArray(new String[0])), out, err);
    job.awaitRunning();
    for (int index = 0; index < WORKERS; index++) {
      registered(0, index);
    }
    calm(CALM);
  }

  private List<String> options(String output) {
    List<String> options = new ArrayList<>(List.of("--json", "--input", uri("data")));
    options.addAll(List.of("--output", uri(output), "--epochs", "" + epochs));
    options.addAll(List.of("--workers", "" + WORKERS, "--pservers", "2"));
    options.addAll(model.options());
    return options;
  }

  private void killMidTask() throws Exception {
    int before = job.lines();
    long killed = kill(0);
    long lost = awaitLost(before, 0);
    say("kill -9: noticed", "3 s", lost - killed, 3);
    await("kill -9: its work in other hands, after that", lost, lost, 1);
    replaced(before, 0);
  }

  private void dieAtFailpoint(String what, String point) throws Exception {
    Path once = Files.createTempDirectory(home, "once");
    java.nextDiesAt(point + "@" + once);
    int before = job.lines();
    kill(1);
    awaitLost(before, 1);
    before = job.lines();
    long lost = awaitLost(before, 1);
    long died = Files.getLastModifiedTime(once.resolve(point.replaceAll(":.*", ""))).toMillis();
    say(what + ": noticed", "3 s", lost - died, 3);
    await(what + ": all work in hand again", died, lost, 12);
    before = job.lines();
    replaced(before, 1);
  }

  private void pauseShortly() throws Exception {
    int before = job.lines();
    ProcessHandle worker = worker(0);
    signal("STOP", worker);
    calm(SHORT);
    signal("CONT", worker);
    calm(CALM);
    boolean dead = job.find(before, line -> line.contains("lost worker")).isPresent();
    say("SIGSTOP for 4 s: declared dead", "never", dead ? "yes" : "no", !dead);
  }

  private void pauseLong() throws Exception {
    java.nextStandsAlone();
    int before = job.lines();
    kill(0);
    replaced(before, 0);
    ProcessHandle worker = worker(0);
    before = job.lines();
    long stopped = signal("STOP", worker);
    long lost = awaitLost(before, 0);
    say("SIGSTOP for 30 s: declared dead", "11 s", lost - stopped, 11);
    replaced(before, 0);
    sleepUntil(stopped + LONG.toMillis());
    long continued = signal("CONT", worker);
    say("SIGCONT after that: it has left by itself", "5 s", awaitEnd(worker) - continued, 5);
  }

  private void cut() throws Exception {
    try (CutProxy proxy = new CutProxy(java::master)) {
      java.nextStandsAloneBehind(proxy.port());
      int before = job.lines();
      kill(1);
      replaced(before, 1);
      ProcessHandle worker = worker(1);
      before = job.lines();
      long cut = System.currentTimeMillis();
      proxy.cut();
      long lost = awaitLost(before, 1);
      say("cut off from the master for 30 s: declared dead", "11 s", lost - cut, 11);
      await("cut off: its work in other hands, after that", lost, lost, 1);
      replaced(before, 1);
      sleepUntil(cut + LONG.toMillis());
      long mended = System.currentTimeMillis();
      proxy.mend();
      say("the way mended: it is told and leaves", "5 s", awaitEnd(worker) - mended, 5);
    }
  }

  private void killAll() throws Exception {
    int before = job.lines();
    long killed = kill(0);
    kill(1);
    long noticed = Math.max(awaitLost(before, 0), awaitLost(before, 1));
    say("all workers killed at once: noticed", "3 s", noticed - killed, 3);
    long back = Math.max(registered(before, 0), registered(before, 1));
    say("all workers killed at once: the full set again", "30 s", back - killed, 30);
  }

  private void compare() throws Exception {
    calm(CALM);
    job.assertAlive();
    model.hurry();
    JsonNode report = job.report();
    for (Awaited one : awaited) {
      long until = inHand(report, one);
      say(one.bar(), "", until - one.from(), one.mostSeconds());
    }
    List<String> arguments = new ArrayList<>(List.of("submit", "--master", "local"));
    arguments.addAll(options("undisturbed"));
    JsonNode undisturbed = trainer.run(arguments.toArray(new String[0])).ok().json();
    String model = report.path("modelId").asText();
    boolean same = model.equals(undisturbed.path("modelId").asText());
    say("model id as undisturbed", "equal", model.substring(0, 12), same);
    long losses = report.path("survived").size();
    long computed = report.path("recordsComputed").asLong();
    long most = epochs * RECORDS + losses * 3 * RECORDS;
    say(
        "records computed of " + epochs * RECORDS + ", " + losses + " losses",
        "+ 3 shares a loss",
        "" + computed,
        computed <= most && computed >= epochs * RECORDS);
    System.out.println(wrong + " missed");
  }

  private static long inHand(JsonNode report, Awaited one) {
    long until = Long.MAX_VALUE;
    for (JsonNode loss : report.path("survived")) {
      long when = loss.path("when").asLong();
      long then = when + (long) (1000 * loss.path("seconds").asDouble());
      if (then >= one.lostAt() - 1000) {
        until = Math.min(until, then);
      }
    }
    return until;
  }

  private void await(String what, long from, long lostAt, double mostSeconds) {
    awaited.add(new Awaited(what, from, lostAt, mostSeconds));
  }

  private long kill(int index) {
    worker(index).destroyForcibly();
    return System.currentTimeMillis();
  }

  private ProcessHandle worker(int index) {
    return job.process("worker", index).orElseThrow();
  }

  private static long signal(String name, ProcessHandle process) throws Exception {
    Process kill = new ProcessBuilder("kill", "-" + name, "" + process.pid()).start();
    if (kill.waitFor() != 0) {
      throw new AssertionError("kill -" + name + " " + process.pid());
    }
    return System.currentTimeMillis();
  }

  private long awaitLost(int before, int index) throws Exception {
    return job.awaitLog(before, line -> line.contains("lost worker " + index + " "));
  }

  private long registered(int before, int index) throws Exception {
    return job.awaitLog(
        before, line -> line.contains("worker " + index + " (") && line.contains("registered as"));
  }

  /** Waits until there is another one, and it works. */
  private void replaced(int before, int index) throws Exception {
    registered(before, index);
    calm(CALM);
  }

  private static long awaitEnd(ProcessHandle process) throws Exception {
    process.onExit().get(LONG.toSeconds(), TimeUnit.SECONDS);
    return System.currentTimeMillis();
  }

  private static void calm(Duration time) throws InterruptedException {
    TimeUnit.MILLISECONDS.sleep(time.toMillis());
  }

  private static void sleepUntil(long millis) throws InterruptedException {
    TimeUnit.MILLISECONDS.sleep(Math.max(0, millis - System.currentTimeMillis()));
  }

  private void say(String what, String bar, long millis, double mostSeconds) {
    String most = bar.isEmpty() ? mostSeconds + " s" : bar;
    say(what, most, String.format("%.2f s", millis / 1000.0), millis <= mostSeconds * 1000);
  }

  private void say(String what, String bar, String measured, boolean met) {
    wrong += met ? 0 : 1;
    System.out.printf(ROW, what, bar, measured, met ? "met" : "MISSED");
  }
}
