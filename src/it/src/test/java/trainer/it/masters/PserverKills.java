package trainer.it.masters;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;

/**
 * Kills pservers of a job that keeps two copies of each partition, first each in turn and then at
 * random, the next one as soon as the lost copy is there again, and says for how long nothing was
 * committed; or kills the last copies, which {@link LastCopies} and {@link KeptTasks} do. Run by
 * {@code bin/kill-pservers}.
 */
public final class PserverKills {
  private static final List<String> TWO_COPIES = List.of("-Dtrainer.pserver.replicas=2");
  private static final String[] LEARNT = {": line ", " has learnt "};
  private static final double MOST_MEDIAN = 1;
  private static final double MOST_EVER = 3;
  private static final int TOGETHER_MILLIS = 1000;
  private static final long MOST_TOGETHER = 60_000;

  private final PserverJobs jobs;

  private PserverKills(PserverJobs jobs) {
    this.jobs = jobs;
  }

  /**
   * Says what it saw, and ends with 0 if all was well.
   *
   * @param arguments a folder, how often to kill, a seed; {@code with-master} to kill the master,
   *     too, within a second, {@code alone} to keep one copy only, {@code both} to kill both,
   *     {@code async} for a job where nobody waits, {@code versioned} for one that the first
   *     gradients make the versions of
   */
  public static void main(String[] arguments) throws Exception {
    Path home = Path.of(arguments[0]).toAbsolutePath();
    boolean ok;
    int number = Integer.parseInt(arguments[1]);
    Random random = new Random(Long.parseLong(arguments[2]));
    String how = arguments.length > 3 ? arguments[3] : "copies";
    try (TwoNodes cluster = new TwoNodes(home, new Configuration())) {
      PserverJobs jobs = new PserverJobs(home, cluster);
      jobs.generate();
      ok =
          switch (how) {
            case "copies" -> new PserverKills(jobs).run(number, random);
            case "with-master" -> new PserverKills(jobs).withMaster(number, random);
            case "alone" -> new LastCopies(jobs, 1).run(number, random);
            case "both" -> new LastCopies(jobs, 2).run(number, random);
            case "async" -> new KeptTasks(jobs, false).run(number, random);
            case "versioned" -> new KeptTasks(jobs, true).run(number, random);
            default -> throw new IllegalArgumentException("not a way to kill: " + how);
          };
    }
    Runtime.getRuntime().halt(ok ? 0 : 1); // the daemons take their time
  }

  /** A pserver and the master at once: another master finds out what is missing. */
  private boolean withMaster(int kills, Random random) throws Exception {
    DisturbedJob.End quiet = jobs.undisturbed(kills, TWO_COPIES);
    DisturbedJob job = jobs.training(kills, TWO_COPIES);
    long longest = 0;
    for (int done = 0; done < kills && job.isAlive(); done++) {
      PserverJobs.pserver(job, random.nextInt(PserverJobs.PSERVERS)).destroyForcibly();
      TimeUnit.MILLISECONDS.sleep(random.nextInt(TOGETHER_MILLIS));
      ProcessHandle master = job.master().orElseThrow();
      long killed = System.currentTimeMillis();
      master.destroyForcibly();
      PserverJobs.awaitMaster(job, master);
      job.awaitFurther();
      longest = Math.max(longest, System.currentTimeMillis() - killed);
      PserverJobs.awaitSaid(job, jobs.masterLog(job), 0, LEARNT); // every copy is there again
    }
    DisturbedJob.End end = jobs.end(job);
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

  private boolean run(int kills, Random random) throws Exception {
    DisturbedJob.End quiet = jobs.undisturbed(kills, TWO_COPIES);
    DisturbedJob job = jobs.training(kills, TWO_COPIES);
    Path log = jobs.masterLog(job);
    int done = 0;
    try {
      while (done < kills && job.isAlive()) {
        int victim = done < PserverJobs.PSERVERS ? done : random.nextInt(PserverJobs.PSERVERS);
        long learnt = PserverJobs.said(log, LEARNT);
        PserverJobs.pserver(job, victim).destroyForcibly();
        done++;
        PserverJobs.awaitSaid(job, log, learnt, LEARNT);
      }
    } catch (NoSuchFileException gone) {
      System.out.println("the job ended before all was learnt again: " + gone.getMessage());
    }
    return say(done, kills, jobs.end(job), quiet);
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
      if (what.startsWith("pserver ") && what.contains(LEARNT[1]) == learnt) {
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
