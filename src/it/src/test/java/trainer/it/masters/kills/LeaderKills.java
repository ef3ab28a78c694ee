package trainer.it.masters.kills;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import trainer.it.masters.DisturbedJob;
import trainer.it.masters.Masters;

/** Kills and stops the leaders of jobs that have a standby. */
final class LeaderKills {
  private static final int KILLS_A_JOB = 10;
  private static final int CALM_MILLIS = 3_000;
  private static final double STOPPED_SECONDS = 4;

  private final KilledJobs jobs;
  private final int epochs;

  /**
   * @param epochs of each job, enough for its kills
   */
  LeaderKills(KilledJobs jobs, int epochs) {
    this.jobs = jobs;
    this.epochs = epochs;
  }

  /** Leaders are killed at random moments, each once its standby follows it. */
  void atMoments(int kills, Random random) throws Exception {
    DisturbedJob.End undisturbed = jobs.submit(epochs).await();
    int done = 0;
    while (done < kills) {
      DisturbedJob job = jobs.submit(epochs);
      job.awaitSaid(" RUNNING [");
      Masters masters = new Masters(job);
      List<Long> times = new ArrayList<>();
      while (times.size() < Math.min(KILLS_A_JOB, kills - done) && job.isAlive()) {
        ProcessHandle leader = masters.awaitFollowedLeader();
        TimeUnit.MILLISECONDS.sleep(random.nextInt(CALM_MILLIS));
        times.add(System.currentTimeMillis());
        leader.destroyForcibly();
        leader.onExit().join();
      }
      jobs.compare(times.size() + " kills", job.await(), times, undisturbed);
      done += Math.max(1, times.size());
    }
  }

  /** Leaders are killed as soon as they lead, whether or not another one is ready. */
  void inARow(int kills) throws Exception {
    DisturbedJob.End undisturbed = jobs.submit(epochs).await();
    DisturbedJob job = jobs.submit(epochs);
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
    jobs.compare(times.size() + " kills in a row", job.await(), times, undisturbed);
    if (times.size() < kills) {
      jobs.wrong("the job was over before " + kills + " kills");
    }
  }

  /**
   * A leader that is stopped, and goes on when its standby has led for a while. It follows then.
   */
  void stopped(int seconds) throws Exception {
    DisturbedJob.End undisturbed = jobs.submit(epochs).await();
    DisturbedJob job = jobs.submit(epochs);
    job.awaitSaid(" RUNNING [");
    ProcessHandle leader = new Masters(job).awaitFollowedLeader();
    long stopped = System.currentTimeMillis();
    KilledJobs.signal("STOP", leader);
    TimeUnit.SECONDS.sleep(seconds);
    job.awaitFurther();
    KilledJobs.signal("CONT", leader);
    jobs.compare("stopped for " + seconds + " s", job.await(), List.of(stopped), undisturbed);
    if (jobs.slowest().orElse(Double.MAX_VALUE) > STOPPED_SECONDS) {
      jobs.wrong("NOT within " + STOPPED_SECONDS + " s");
    }
  }
}
