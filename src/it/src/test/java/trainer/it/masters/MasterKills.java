package trainer.it.masters;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import trainer.it.cluster.TrainerClient;

/**
 * Kills masters at every failpoint and at random moments, and says for each kill whether the model,
 * the containers and the work are those of an undisturbed job, and how long it took until a version
 * was committed that was not complete before. Run by {@code bin/kill-master}.
 */
public final class MasterKills {
  /**
   * Every failpoint of a master. Those of a line are for one job, and hit one after another: never
   * more than two between one state and the next, for a third master that gets nowhere is the last.
   */
  private static final List<String> POINTS =
      List.of(
          "master.afterTerm"
              + ",master.afterStateEntered.INITING"
              + ",master.afterJobDefined"
              + ",master.afterContainerNoted.granted:2"
              + ",master.afterMapDefined"
              + ",master.afterContainerNoted.launched:2"
              + ",master.afterOrder"
              + ",master.afterCommit:40"
              + ",master.beforeRename"
              + ",master.afterEnded",
          "master.beforeTermTaken"
              + ",master.beforeJobDefined"
              + ",master.afterStateEntered.INIT"
              + ",master.beforeContainerNoted.granted"
              + ",master.afterStateEntered.SCHEDULED"
              + ",master.beforeLineOpened"
              + ",master.afterStateEntered.RUNNING"
              + ",master.beforeCommit:40"
              + ",master.beforeFinalVersion"
              + ",master.afterEvaluate"
              + ",master.beforeScored:2"
              + ",master.afterWriteParts:2"
              + ",master.beforeExported",
          "master.afterTermTaken"
              + ",master.afterContainerNoted.granted:4"
              + ",master.beforeProgressed:2"
              + ",master.afterFinalVersion"
              + ",master.afterEvaluate:2"
              + ",master.afterScored"
              + ",master.beforeWriteParts"
              + ",master.afterRename"
              + ",master.beforeEnded",
          "master.afterNewLine"
              + ",master.afterWindowOpened"
              + ",master.afterProgressed:2"
              + ",master.afterExported"
              + ",master.afterStateEntered.EXITED"
              + ",master.beforeLeaving",
          "master.afterStateEntered.SUBMITTED"
              + ",master.afterContainerNoted.launched"
              + ",master.afterLineOpened",
          "master.beforeAction:30,master.beforeMapDefined,master.beforeWindowOpened",
          "master.beforeAppend:9");

  private static final List<String> ASYNC =
      List.of("-Dtrainer.sync=async", "-Dtrainer.task.blocks=2", "-Dtrainer.block.records=250");

  private static final List<String> VERSIONED =
      List.of("-Dtrainer.sync=versioned", "-Dtrainer.task.blocks=2");

  private static final int EPOCHS = 30;
  private static final int LONG_EPOCHS = 250;
  private static final int STANDBY_EPOCHS = 1500;
  private static final int STANDBY_EPOCHS_ON_YARN = 1000;
  private static final int KILLS_A_JOB = 5;
  private static final int KILLS_WITH_STANDBY = 10;
  private static final double STOPPED_SECONDS = 4;
  private static final long CALM_MILLIS = 3_000;
  private static final long HUNG_MILLIS = 20_000;
  private static final long PATIENCE_SECONDS = 60;
  private static final long MOST_MILLIS = 9_000;

  private final TrainerClient trainer;
  private final Path home;
  private final List<String> where;
  private final List<Double> seconds = new ArrayList<>();
  private final List<String> settings;
  private NodeManagers nodes;
  private int jobs;
  private int wrong;

  private MasterKills(TrainerClient trainer, Path home, List<String> where, List<String> settings) {
    this.trainer = trainer;
    this.home = home;
    this.where = where;
    this.settings = new ArrayList<>(settings);
  }

  /**
   * Says what it saw, and ends with 0 if all was well.
   *
   * @param arguments a folder; {@code embedded} or the folder of a cluster's configuration; then
   *     those of {@code bin/kill-master}
   */
  public static void main(String[] arguments) throws Exception {
    Path home = Path.of(arguments[0]).toAbsolutePath();
    TrainerClient trainer = new TrainerClient(home);
    List<String> rest = Arrays.asList(arguments).subList(2, arguments.length);
    List<String> what = rest.stream().filter(one -> !one.startsWith("-D")).toList();
    List<String> given = rest.stream().filter(one -> one.startsWith("-D")).toList();
    boolean ok;
    if (what.contains("local-standby")) {
      ok = new MasterKills(trainer, home, List.of("--master", "local"), given).run(what);
    } else if (arguments[1].equals("embedded")) {
      Configuration base = new Configuration();
      if (!what.isEmpty() && what.get(0).equals("stopped")) {
        // Only there: on a starved machine a master may take as long to start.
        base.setLong("yarn.am.liveness-monitor.expiry-interval-ms", HUNG_MILLIS);
      }
      try (TwoNodes cluster = new TwoNodes(home, base)) {
        List<String> where = List.of("--master", "yarn", "-conf", cluster.site().toString());
        MasterKills kills = new MasterKills(trainer, home, where, given);
        kills.nodes = new NodeManagers(cluster.folders());
        ok = kills.run(what);
      }
    } else {
      TrainerClient configured = trainer.with(Map.of("HADOOP_CONF_DIR", arguments[1]));
      MasterKills kills = new MasterKills(configured, home, List.of("--master", "yarn"), given);
      kills.nodes = new NodeManagers(List.of(Path.of(arguments[1]).resolveSibling("data")));
      ok = kills.run(what);
    }
    Runtime.getRuntime().halt(ok ? 0 : 1); // the daemons take their time
  }

  private boolean run(List<String> what) throws Exception {
    for (String[] data : new String[][] {{"train", "20000", "1"}, {"held-out", "20000", "2"}}) {
      String output = home.resolve(data[0]).toUri().toString();
      trainer
          .run(
              "generate",
              "--kind",
              "clicks",
              "--records",
              data[1],
              "--seed",
              data[2],
              "--output",
              output,
              "--overwrite")
          .ok();
    }
    String mode = what.isEmpty() ? "" : what.get(0);
    if (mode.contains("standby")) {
      settings.add("-Dtrainer.standby=true");
    }
    settings.addAll(
        mode.equals("async") ? ASYNC : mode.equals("versioned") ? VERSIONED : List.of());
    switch (mode) {
      case "random", "async", "versioned" -> random(number(what, 1), new Random(number(what, 2)));
      case "standby", "local-standby" -> withStandby(number(what, 1), new Random(number(what, 2)));
      case "standby-again" -> again(number(what, 1));
      case "standby-stopped" -> stoppedWithStandby(number(what, 1));
      case "stopped" -> stopped(number(what, 1));
      default -> atPoints(what.isEmpty() ? POINTS : what);
    }
    double[] sorted = seconds.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    System.out.printf("kills followed by a new version: %d%n", sorted.length);
    if (sorted.length > 0) {
      System.out.printf(
          "seconds until then: least %.1f, median %.1f, 9 of 10 %.1f, most %.1f%n",
          sorted[0],
          sorted[sorted.length / 2],
          sorted[(int) Math.ceil(sorted.length * 0.9) - 1],
          sorted[sorted.length - 1]);
    }
    System.out.printf("%d jobs, %d wrong%n", jobs, wrong);
    return wrong == 0;
  }

  private static int number(List<String> words, int at) {
    return Integer.parseInt(words.get(at));
  }

  private void atPoints(List<String> points) throws Exception {
    DisturbedJob.End undisturbed = submit(trainer, EPOCHS).await();
    for (String group : points) {
      Path once = Files.createTempDirectory(home, "once");
      String armed = group.replace(",", "@" + once + ",") + "@" + once;
      DisturbedJob.End end = submit(trainer.dyingAt(armed), EPOCHS).await();
      TreeMap<Long, String> kills = new TreeMap<>();
      for (String point : group.split(",", -1)) {
        Path hit = once.resolve(point.replaceAll(":.*", ""));
        if (Files.exists(hit)) {
          kills.put(Files.getLastModifiedTime(hit).toMillis(), point.replace("master.", ""));
        } else {
          System.out.println("never came to " + point);
          wrong++;
        }
      }
      say(kills.values().toString(), end, List.copyOf(kills.keySet()), undisturbed);
    }
  }

  private void random(int kills, Random random) throws Exception {
    DisturbedJob.End undisturbed = submit(trainer, LONG_EPOCHS).await();
    int done = 0;
    while (done < kills) {
      DisturbedJob job = submit(trainer, LONG_EPOCHS);
      job.awaitSaid(" RUNNING [");
      List<Long> times = new ArrayList<>();
      ProcessHandle last = null;
      while (job.isAlive() && times.size() < Math.min(KILLS_A_JOB, kills - done)) {
        TimeUnit.MILLISECONDS.sleep(
            CALM_MILLIS + random.nextInt((int) (MOST_MILLIS - CALM_MILLIS)));
        Optional<ProcessHandle> master = job.master();
        if (master.isPresent() && !master.get().equals(last)) {
          last = master.get();
          last.destroyForcibly();
          times.add(System.currentTimeMillis());
          job.awaitFurther(); // perhaps only what the last one did and had not said
          job.awaitFurther(); // three in a row that got nowhere would end it
        }
      }
      say(times.size() + " kills", job.await(), times, undisturbed);
      done += Math.max(1, times.size());
    }
  }

  /** Leaders are killed at random moments, each once its standby follows it. */
  private void withStandby(int kills, Random random) throws Exception {
    int epochs = where.contains("local") ? STANDBY_EPOCHS : STANDBY_EPOCHS_ON_YARN;
    DisturbedJob.End undisturbed = submit(trainer, epochs).await();
    int done = 0;
    while (done < kills) {
      DisturbedJob job = submit(trainer, epochs);
      job.awaitSaid(" RUNNING [");
      Masters masters = new Masters(job);
      List<Long> times = new ArrayList<>();
      while (times.size() < Math.min(KILLS_WITH_STANDBY, kills - done) && job.isAlive()) {
        ProcessHandle leader = masters.awaitFollowedLeader();
        TimeUnit.MILLISECONDS.sleep(random.nextInt((int) CALM_MILLIS));
        times.add(System.currentTimeMillis());
        leader.destroyForcibly();
        leader.onExit().join();
      }
      say(times.size() + " kills", job.await(), times, undisturbed);
      done += Math.max(1, times.size());
    }
  }

  /** A master that is stopped, and goes on when another one has led for a while. */
  private void stopped(int seconds) throws Exception {
    DisturbedJob.End undisturbed = submit(trainer, LONG_EPOCHS).await();
    DisturbedJob job = submit(trainer, LONG_EPOCHS);
    job.awaitSaid(" RUNNING [");
    ProcessHandle master = job.master().orElseThrow();
    Process harmless = new ProcessBuilder("sleep", "100000").start();
    nodes.forget(DisturbedJob.containerOf(master), harmless.toHandle());
    signal("STOP", master);
    long stopped = System.currentTimeMillis();
    TimeUnit.SECONDS.sleep(seconds);
    job.awaitFurther();
    System.out.printf(
        "stopped for %.0f s; another master leads; the stopped one %s there%n",
        (System.currentTimeMillis() - stopped) / 1e3, master.isAlive() ? "is" : "is NOT");
    wrong += master.isAlive() ? 0 : 1;
    signal("CONT", master);
    long woken = System.nanoTime();
    master.onExit().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    System.out.printf("it ended %.1f s after it went on%n", (System.nanoTime() - woken) / 1e9);
    say("stopped", job.await(), List.of(stopped), undisturbed);
    harmless.destroy();
  }

  /** Leaders are killed as soon as they lead, whether or not another one is ready. */
  private void again(int kills) throws Exception {
    DisturbedJob.End undisturbed = submit(trainer, STANDBY_EPOCHS_ON_YARN).await();
    DisturbedJob job = submit(trainer, STANDBY_EPOCHS_ON_YARN);
    Masters masters = new Masters(job);
    List<Long> times = new ArrayList<>();
    ProcessHandle leader = masters.awaitFollowedLeader();
    while (times.size() < kills && job.isAlive()) {
      ProcessHandle last = leader;
      times.add(System.currentTimeMillis());
      last.destroyForcibly();
      job.awaitThat(
          "another one leads", () -> masters.leader().filter(one -> !one.equals(last)).isPresent());
      leader = masters.leader().orElseThrow();
    }
    say(times.size() + " kills in a row", job.await(), times, undisturbed);
  }

  /**
   * A leader that is stopped, and goes on when its standby has led for a while. It follows then.
   */
  private void stoppedWithStandby(int seconds) throws Exception {
    DisturbedJob.End undisturbed = submit(trainer, STANDBY_EPOCHS_ON_YARN).await();
    DisturbedJob job = submit(trainer, STANDBY_EPOCHS_ON_YARN);
    job.awaitSaid(" RUNNING [");
    ProcessHandle leader = new Masters(job).awaitFollowedLeader();
    long stopped = System.currentTimeMillis();
    signal("STOP", leader);
    TimeUnit.SECONDS.sleep(seconds);
    job.awaitFurther();
    signal("CONT", leader);
    say("stopped for " + seconds + " s", job.await(), List.of(stopped), undisturbed);
    boolean isLate = this.seconds.isEmpty() || this.seconds.get(0) > STOPPED_SECONDS;
    System.out.printf("within %.0f s: %s%n", STOPPED_SECONDS, isLate ? "NO" : "yes");
    wrong += isLate ? 1 : 0;
  }

  private static void signal(String name, ProcessHandle process) throws Exception {
    new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())).start().waitFor();
  }

  private DisturbedJob submit(TrainerClient client, int epochs) throws IOException {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--input",
                home.resolve("train").toUri().toString(),
                "--validation",
                home.resolve("held-out").toUri().toString(),
                "--output",
                home.resolve("model" + jobs++).toUri().toString(),
                "--epochs",
                String.valueOf(epochs),
                "--workers",
                "2",
                "--pservers",
                "2",
                "-Dtrainer.master.attempts=100",
                "-Dtrainer.master.patience=90s"));
    arguments.addAll(settings);
    arguments.addAll(where);
    return DisturbedJob.submit(client, home, arguments);
  }

  private void say(String what, DisturbedJob.End end, List<Long> kills, DisturbedJob.End quiet) {
    if (end.report() == null) {
      wrong++;
      System.out.println(what + "  WRONG no report: " + end.said());
      return;
    }
    JsonNode report = end.report();
    List<Long> counted = kills.stream().filter(at -> at <= entered(report, "EXITED")).toList();
    List<String> faults = EndComparison.of(end, counted.size(), quiet);
    double computed = report.path("recordsComputed").asDouble();
    double least = EndComparison.leastComputed(quiet.report());
    List<Double> times = times(report, counted);
    seconds.addAll(times);
    wrong += faults.isEmpty() ? 0 : 1;
    System.out.printf(
        "%s: %s, computed %.3f seconds %s%n",
        what,
        faults.isEmpty() ? "ok" : "WRONG " + faults,
        computed / least,
        times.stream().map(time -> String.format("%.1f", time)).toList());
  }

  /** When it came to a state, epoch milliseconds; for ever if it never did. */
  private static long entered(JsonNode report, String state) {
    for (JsonNode one : report.path("states")) {
      if (one.path("name").asText().equals(state)) {
        return one.path("at").asLong();
      }
    }
    return Long.MAX_VALUE;
  }

  /**
   * From each kill of the training until the first version that was not complete before it; those
   * left out that no version followed, as the next master was killed before or all were done.
   */
  private static List<Double> times(JsonNode report, List<Long> kills) {
    List<Double> times = new ArrayList<>();
    long running = entered(report, "RUNNING");
    for (JsonNode loss : report.path("survived")) {
      long when = loss.path("when").asLong(); // the last that was heard of it
      double at = when + 1000 * loss.path("seconds").asDouble();
      Long kill = kills.stream().filter(one -> one >= when).findFirst().orElse(Long.MAX_VALUE);
      boolean isNextKilled = kills.stream().anyMatch(one -> one > kill && one < at);
      boolean isMaster = loss.path("what").asText().startsWith("the master of term");
      if (isMaster && kill >= running && at < entered(report, "EXITED") && !isNextKilled) {
        times.add((at - kill) / 1000);
      }
    }
    return times;
  }
}
