package trainer.it.masters.kills;

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
import trainer.it.masters.DisturbedJob;
import trainer.it.masters.NodeManagers;
import trainer.it.masters.TwoNodes;

/** Kills masters at every failpoint and at random moments. Run by {@code bin/kill-master}. */
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
  private static final int EPOCHS_WITH_STANDBY = 1500;
  private static final int EPOCHS_WITH_STANDBY_ON_YARN = 1000;
  private static final int KILLS_A_JOB = 5;
  private static final long CALM_MILLIS = 3_000;
  private static final long HUNG_MILLIS = 20_000;
  private static final long PATIENCE_SECONDS = 60;
  private static final long MOST_MILLIS = 9_000;

  private final KilledJobs jobs;
  private final NodeManagers nodes;

  /**
   * @param nodes null in a local run, of which no master is stopped
   */
  private MasterKills(KilledJobs jobs, NodeManagers nodes) {
    this.jobs = jobs;
    this.nodes = nodes;
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
    String mode = what.isEmpty() ? "" : what.get(0);
    boolean ok;
    if (mode.equals("local-standby")) {
      ok = run(new KilledJobs(trainer, home, with(given, mode, "--master", "local")), null, what);
    } else if (arguments[1].equals("embedded")) {
      Configuration base = new Configuration();
      if (mode.equals("stopped")) {
        // Only there: on a starved machine a master may take as long to start.
        base.setLong("yarn.am.liveness-monitor.expiry-interval-ms", HUNG_MILLIS);
      }
      try (TwoNodes cluster = new TwoNodes(home, base)) {
        List<String> where = with(given, mode, "-conf", cluster.site().toString());
        NodeManagers nodes = new NodeManagers(cluster.folders());
        ok = run(new KilledJobs(trainer, home, where), nodes, what);
      }
    } else {
      TrainerClient configured = trainer.with(Map.of("HADOOP_CONF_DIR", arguments[1]));
      NodeManagers nodes = new NodeManagers(List.of(Path.of(arguments[1]).resolveSibling("data")));
      ok = run(new KilledJobs(configured, home, with(given, mode)), nodes, what);
    }
    Runtime.getRuntime().halt(ok ? 0 : 1); // the daemons take their time
  }

  /** The settings of all jobs. */
  private static List<String> with(List<String> given, String mode, String... where) {
    List<String> settings = new ArrayList<>(given);
    if (mode.contains("standby")) {
      settings.add("-Dtrainer.standby=true");
    }
    settings.addAll(
        mode.equals("async") ? ASYNC : mode.equals("versioned") ? VERSIONED : List.of());
    settings.addAll(List.of(where));
    if (!settings.contains("local")) {
      settings.addAll(List.of("--master", "yarn"));
    }
    return settings;
  }

  private static boolean run(KilledJobs jobs, NodeManagers nodes, List<String> what)
      throws Exception {
    jobs.generate();
    MasterKills masters = new MasterKills(jobs, nodes);
    LeaderKills leaders = new LeaderKills(jobs, EPOCHS_WITH_STANDBY_ON_YARN);
    LeaderKills local = new LeaderKills(jobs, EPOCHS_WITH_STANDBY);
    switch (what.isEmpty() ? "" : what.get(0)) {
      case "random", "async", "versioned" ->
          masters.random(number(what, 1), new Random(number(what, 2)));
      case "standby" -> leaders.atMoments(number(what, 1), new Random(number(what, 2)));
      case "local-standby" -> local.atMoments(number(what, 1), new Random(number(what, 2)));
      case "standby-again" -> leaders.inARow(number(what, 1));
      case "standby-stopped" -> leaders.stopped(number(what, 1));
      case "stopped" -> masters.stopped(number(what, 1));
      default -> masters.atPoints(what.isEmpty() ? POINTS : what);
    }
    return jobs.isAllWell();
  }

  private static int number(List<String> words, int at) {
    return Integer.parseInt(words.get(at));
  }

  private void atPoints(List<String> points) throws Exception {
    DisturbedJob.End undisturbed = jobs.submit(EPOCHS).await();
    for (String group : points) {
      Path once = Files.createTempDirectory(jobs.home(), "once");
      String armed = group.replace(",", "@" + once + ",") + "@" + once;
      DisturbedJob.End end = jobs.submitDyingAt(armed, EPOCHS).await();
      TreeMap<Long, String> kills = new TreeMap<>();
      for (String point : group.split(",", -1)) {
        Path hit = once.resolve(point.replaceAll(":.*", ""));
        if (Files.exists(hit)) {
          kills.put(Files.getLastModifiedTime(hit).toMillis(), point.replace("master.", ""));
        } else {
          jobs.wrong("never came to " + point);
        }
      }
      jobs.compare(kills.values().toString(), end, List.copyOf(kills.keySet()), undisturbed);
    }
  }

  private void random(int kills, Random random) throws Exception {
    DisturbedJob.End undisturbed = jobs.submit(LONG_EPOCHS).await();
    int done = 0;
    while (done < kills) {
      DisturbedJob job = jobs.submit(LONG_EPOCHS);
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
      jobs.compare(times.size() + " kills", job.await(), times, undisturbed);
      done += Math.max(1, times.size());
    }
  }

  /** A master that is stopped, and goes on when another one has led for a while. */
  private void stopped(int seconds) throws Exception {
    DisturbedJob.End undisturbed = jobs.submit(LONG_EPOCHS).await();
    DisturbedJob job = jobs.submit(LONG_EPOCHS);
    job.awaitSaid(" RUNNING [");
    ProcessHandle master = job.master().orElseThrow();
    Process harmless = new ProcessBuilder("sleep", "100000").start();
    nodes.forget(DisturbedJob.containerOf(master), harmless.toHandle());
    KilledJobs.signal("STOP", master);
    long stopped = System.currentTimeMillis();
    TimeUnit.SECONDS.sleep(seconds);
    job.awaitFurther();
    System.out.printf(
        "stopped for %.0f s; another master leads%n", (System.currentTimeMillis() - stopped) / 1e3);
    if (!master.isAlive()) {
      jobs.wrong("the stopped one is NOT there");
    }
    KilledJobs.signal("CONT", master);
    long woken = System.nanoTime();
    master.onExit().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    System.out.printf("it ended %.1f s after it went on%n", (System.nanoTime() - woken) / 1e9);
    jobs.compare("stopped", job.await(), List.of(stopped), undisturbed);
    harmless.destroy();
  }
}
