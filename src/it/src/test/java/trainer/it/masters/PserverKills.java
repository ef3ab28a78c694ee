package trainer.it.masters;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import trainer.it.cluster.TrainerClient;
import trainer.it.cluster.UnhurriedModel;

/**
 * Kills pservers of a job that keeps two copies of each partition, first each in turn and then at
 * random, the next one as soon as the lost copy is there again, and says for how long nothing was
 * committed. Run by {@code bin/kill-pservers}.
 */
public final class PserverKills {
  private static final int PSERVERS = 3;

  /** Some 20 s of resting workers: longer than it takes to learn what was lost. */
  private static final int EPOCHS_A_KILL = 100;

  private static final int REST_MILLIS = 50;
  private static final long POLL_MILLIS = 20;
  private static final long PATIENCE_SECONDS = 120;
  private static final String LEARNT = " has learnt ";
  private static final double MOST_MEDIAN = 1;
  private static final double MOST_EVER = 3;
  private static final int TOGETHER_MILLIS = 1000;
  private static final long MOST_TOGETHER = 60_000;

  private final TrainerClient trainer;
  private final Path home;
  private final TwoNodes cluster;
  private final UnhurriedModel model;

  private PserverKills(TrainerClient trainer, Path home, TwoNodes cluster) throws IOException {
    this.trainer = trainer;
    this.home = home;
    this.cluster = cluster;
    this.model = new UnhurriedModel(home);
  }

  /**
   * Says what it saw, and ends with 0 if all was well.
   *
   * @param arguments a folder, how often to kill, a seed; {@code with-master} to kill the master,
   *     too, within a second
   */
  public static void main(String[] arguments) throws Exception {
    Path home = Path.of(arguments[0]).toAbsolutePath();
    boolean ok;
    int number = Integer.parseInt(arguments[1]);
    Random random = new Random(Long.parseLong(arguments[2]));
    try (TwoNodes cluster = new TwoNodes(home, new Configuration())) {
      PserverKills kills = new PserverKills(new TrainerClient(home), home, cluster);
      ok = arguments.length > 3 ? kills.withMaster(number, random) : kills.run(number, random);
    }
    Runtime.getRuntime().halt(ok ? 0 : 1); // the daemons take their time
  }

  private void generate() throws Exception {
    String data = home.resolve("train").toUri().toString();
    trainer.run("generate", "--kind", "clicks", "--records", "4000", "--output", data).ok();
  }

  /** A pserver and the master at once: another master finds out what is missing. */
  private boolean withMaster(int kills, Random random) throws Exception {
    generate();
    DisturbedJob.End quiet = submit("quiet", kills, List.of()).await();
    DisturbedJob job = submit("killed", kills, model.resting(REST_MILLIS));
    job.awaitSaid(" RUNNING [");
    long longest = 0;
    for (int done = 0; done < kills && job.isAlive(); done++) {
      pserver(job, random.nextInt(PSERVERS)).destroyForcibly();
      TimeUnit.MILLISECONDS.sleep(random.nextInt(TOGETHER_MILLIS));
      ProcessHandle master = job.master().orElseThrow();
      long killed = System.currentTimeMillis();
      master.destroyForcibly();
      awaitMaster(job, master);
      job.awaitFurther();
      longest = Math.max(longest, System.currentTimeMillis() - killed);
      awaitWhole(job);
    }
    model.hurry();
    DisturbedJob.End end = job.await();
    boolean exact = end.exitCode() == 0 && end.modelId().equals(quiet.modelId());
    System.out.printf(
        "%d times a pserver and the master: exit code %d, rollbacks %d, model %s%n",
        kills,
        end.exitCode(),
        end.report().path("rollbacks").asLong(),
        exact ? "the same" : "ANOTHER");
    System.out.printf("longest until the next epoch: %.1f s%n", longest / 1e3);
    return exact && longest < MOST_TOGETHER && end.report().path("rollbacks").asLong() == 0;
  }

  private static void awaitMaster(DisturbedJob job, ProcessHandle before) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (job.isAlive() && job.master().filter(one -> !one.equals(before)).isEmpty()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("no other master within " + PATIENCE_SECONDS + " s");
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
  }

  /** Every copy is there again: the new master has had it learnt. */
  private void awaitWhole(DisturbedJob job) throws Exception {
    awaitLearnt(job, masterLog(job), 0);
  }

  private boolean run(int kills, Random random) throws Exception {
    generate();
    DisturbedJob.End quiet = submit("quiet", kills, List.of()).await();
    DisturbedJob job = submit("killed", kills, model.resting(REST_MILLIS));
    job.awaitSaid(" RUNNING [");
    Path log = masterLog(job);
    int done = 0;
    try {
      while (done < kills && job.isAlive()) {
        int victim = done < PSERVERS ? done : random.nextInt(PSERVERS);
        long learnt = learnt(log);
        pserver(job, victim).destroyForcibly();
        done++;
        awaitLearnt(job, log, learnt);
      }
    } catch (NoSuchFileException gone) {
      System.out.println("the job ended before all was learnt again: " + gone.getMessage());
    }
    model.hurry();
    return say(done, kills, job.await(), quiet);
  }

  private DisturbedJob submit(String output, int kills, List<String> more) throws IOException {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--master",
                "yarn",
                "-conf",
                cluster.site().toString(),
                "--input",
                home.resolve("train").toUri().toString(),
                "--output",
                home.resolve(output).toUri().toString(),
                "--epochs",
                String.valueOf(EPOCHS_A_KILL * kills),
                "--workers",
                "2",
                "--pservers",
                String.valueOf(PSERVERS),
                "-Dtrainer.pserver.replicas=2",
                "-Dtrainer.master.attempts=100",
                "-Dtrainer.block.records=500",
                "-Dtrainer.minibatch.blocks=4"));
    arguments.addAll(model.options());
    arguments.addAll(more);
    return DisturbedJob.submit(trainer, home, arguments);
  }

  /** The process that has this place now. */
  private static ProcessHandle pserver(DisturbedJob job, int index) throws IOException {
    String place = "-Dtrainer.index=" + index + " ";
    return job.processes("pserver").stream()
        .filter(process -> process.info().commandLine().orElse("").contains(place))
        .max(Comparator.comparing(process -> process.info().startInstant().orElseThrow()))
        .orElseThrow(() -> new AssertionError("there is no pserver " + index));
  }

  private Path masterLog(DisturbedJob job) throws IOException {
    String container = DisturbedJob.containerOf(job.master().orElseThrow());
    for (Path folder : cluster.folders()) {
      try (Stream<Path> all = Files.walk(folder, FileVisitOption.FOLLOW_LINKS)) {
        Path found =
            all.filter(file -> file.endsWith(Path.of(container, "log"))).findAny().orElse(null);
        if (found != null) {
          return found;
        }
      }
    }
    throw new AssertionError("no log of " + container + " in " + cluster.folders());
  }

  /** How many copies were admitted so far. */
  private static long learnt(Path log) throws IOException {
    try (Stream<String> lines = Files.lines(log)) {
      return lines.filter(line -> line.contains(": line ") && line.contains(LEARNT)).count();
    }
  }

  private static void awaitLearnt(DisturbedJob job, Path log, long before) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (job.isAlive() && learnt(log) <= before) {
      if (System.nanoTime() > end) {
        throw new AssertionError("not learnt again within " + PATIENCE_SECONDS + " s, see " + log);
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
  }

  private static boolean say(int kills, int wanted, DisturbedJob.End end, DisturbedJob.End quiet) {
    JsonNode report = end.report();
    boolean exact = end.modelId().equals(quiet.modelId());
    System.out.printf(
        "%d of %d kills: exit code %d, rollbacks %d, model %s%n",
        kills,
        wanted,
        end.exitCode(),
        report.path("rollbacks").asLong(),
        exact ? "the same" : "ANOTHER: " + end.modelId() + ", not " + quiet.modelId());
    System.out.println(
        end.exitCode() == 0
            ? "copies were the same to the bit at each of " + report.path("version") + " versions"
            : "failed: " + report.path("failure"));
    List<Double> losses = seconds(report, false);
    List<Double> learnt = seconds(report, true);
    say("nothing committed at a loss", losses);
    say("nothing committed at an admission", learnt);
    List<Double> all = new ArrayList<>(losses);
    all.addAll(learnt);
    all.sort(null);
    boolean quick =
        losses.size() >= kills
            && losses.get(losses.size() / 2) < MOST_MEDIAN
            && all.get(all.size() - 1) < MOST_EVER;
    System.out.println(quick ? "pauses ok" : "pauses NOT as they should be");
    boolean whole = kills == wanted && end.exitCode() == 0;
    return whole && report.path("rollbacks").asLong() == 0 && exact && quick;
  }

  private static List<Double> seconds(JsonNode report, boolean learnt) {
    List<Double> seconds = new ArrayList<>();
    for (JsonNode loss : report.path("survived")) {
      String what = loss.path("what").asText();
      if (what.startsWith("pserver ") && what.contains(LEARNT) == learnt) {
        seconds.add(loss.path("seconds").asDouble());
      }
    }
    seconds.sort(null);
    return seconds;
  }

  private static void say(String what, List<Double> sorted) {
    System.out.printf("%s: %d times", what, sorted.size());
    if (!sorted.isEmpty()) {
      System.out.printf(
          "; seconds: least %.2f, median %.2f, 9 of 10 within %.2f, most %.2f",
          sorted.get(0),
          sorted.get(sorted.size() / 2),
          sorted.get(sorted.size() * 9 / 10),
          sorted.get(sorted.size() - 1));
    }
    System.out.println();
  }
}
