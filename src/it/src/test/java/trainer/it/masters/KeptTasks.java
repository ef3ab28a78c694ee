package trainer.it.masters;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * Kills pservers, each with the only copies of its partitions, of a job where nobody waits, each
 * some time after the job has gone back and kept another version. The model counts in each of its
 * partitions what it is trained on, so it says itself that nothing is lost, and how much counts
 * twice. Or of one whose versions are made of the first gradients: then nothing does, though a
 * worker is killed, too, each time.
 */
final class KeptTasks {
  private static final String BACK = " from version ";
  private static final String KEPT = " is kept in ";
  private static final int INTERVAL_MILLIS = 2000;
  private static final int BLOCKS_A_TASK = 2;
  private static final int TASKS_A_WORKER = 2;
  private static final double ABOUT = 0.01;

  /** Steps of one block, so that most of the time a part of a task is applied. */
  private static final List<String> OPTIONS =
      List.of(
          "-Dtrainer.checkpoint.interval=" + INTERVAL_MILLIS + "ms",
          "-Dtrainer.minibatch.blocks=2",
          "-Dtrainer.task.blocks=" + BLOCKS_A_TASK,
          "-Dtrainer.tasks.per-assignment=" + TASKS_A_WORKER);

  private final PserverJobs jobs;
  private final boolean versioned;

  KeptTasks(PserverJobs jobs, boolean versioned) {
    this.jobs = jobs;
    this.versioned = versioned;
  }

  boolean run(int kills, Random random) throws Exception {
    List<String> options = new ArrayList<>(OPTIONS);
    options.add("-Dtrainer.sync=" + (versioned ? "versioned" : "async"));
    options.addAll(jobs.counting());
    options.addAll(jobs.heldOut());
    DisturbedJob.End quiet = jobs.undisturbed(kills, options);
    DisturbedJob job = jobs.training(kills, options);
    Path log = jobs.masterLog(job);
    int done = 0;
    PserverJobs.awaitSaid(job, log, 0, KEPT);
    for (; done < kills && job.isAlive(); done++) {
      TimeUnit.MILLISECONDS.sleep(random.nextInt(INTERVAL_MILLIS));
      long back = PserverJobs.said(log, BACK);
      if (versioned) {
        killWorker(job, random);
      }
      int victim = done < PserverJobs.PSERVERS ? done : random.nextInt(PserverJobs.PSERVERS);
      PserverJobs.pserver(job, victim).destroyForcibly();
      PserverJobs.awaitSaid(job, log, back, BACK);
      PserverJobs.awaitSaid(job, log, PserverJobs.said(log, KEPT), KEPT);
    }
    return say(done, kills, jobs.end(job), quiet);
  }

  private static void killWorker(DisturbedJob job, Random random) throws Exception {
    List<ProcessHandle> workers = job.processes("worker");
    if (!workers.isEmpty()) {
      workers.get(random.nextInt(workers.size())).destroyForcibly();
      TimeUnit.MILLISECONDS.sleep(random.nextInt(INTERVAL_MILLIS));
    }
  }

  private static boolean say(int kills, int wanted, DisturbedJob.End end, DisturbedJob.End quiet) {
    JsonNode report = end.report();
    JsonNode right = quiet.report();
    long rollbacks = report.path("rollbacks").asLong();
    boolean whole =
        report.path("tasks").equals(right.path("tasks"))
            && report.path("records").equals(right.path("records"));
    System.out.printf(
        "%d of %d kills: exit code %d, rollbacks %d, tasks %s, %s%n",
        kills,
        wanted,
        end.exitCode(),
        rollbacks,
        report.path("tasks"),
        whole ? "each counted once" : "NOT " + right.path("tasks"));
    if (end.exitCode() != 0) {
      System.out.println("failed: " + report.path("failure"));
      return false;
    }
    System.out.println(
        "computed: " + report.path("recordsComputed") + ", " + report.path("repeated"));
    boolean within = isWithinBound(report, right, rollbacks);
    double loss = report.at("/metrics/validation/logLoss").asDouble();
    double quietLoss = right.at("/metrics/validation/logLoss").asDouble();
    double off = loss / quietLoss - 1;
    System.out.printf(
        "held-out log loss %.6f, undisturbed %.6f: %+.2f %%%n", loss, quietLoss, 100 * off);
    return kills == wanted && rollbacks >= kills && whole && within && Math.abs(off) <= ABOUT;
  }

  /** No partition has less than all, and none more than what was held when it was kept. */
  private static boolean isWithinBound(JsonNode report, JsonNode quiet, long rollbacks) {
    long atMost = report.at("/repeated/tasksTwiceAtMost").asLong();
    long bound = rollbacks * PserverJobs.WORKERS * TASKS_A_WORKER;
    CountedBlocks counted = CountedBlocks.of(report);
    CountedBlocks all = CountedBlocks.of(quiet);
    long least = counted.least() - all.least();
    long most = counted.most() - all.most();
    System.out.printf(
        "tasks held at the cuts gone back to: %d, at most %d; blocks that count twice in a row:"
            + " %d to %d, at most %d%n",
        atMost, bound, least, most, BLOCKS_A_TASK * atMost);
    boolean isRight = all.least() == all.most() && all.rows() == counted.rows();
    return isRight && atMost <= bound && least >= 0 && most <= BLOCKS_A_TASK * atMost;
  }
}
