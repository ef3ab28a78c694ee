package trainer.it.outages;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import trainer.it.masters.DisturbedJob;
import trainer.it.masters.Findings;
import trainer.it.masters.Masters;

/** A job with a standby loses its leader, and something else at the same time. */
final class StandbyOutages {
  private static final int EPOCHS = 120;
  private static final String STANDBY = "-Dtrainer.standby=true";
  private static final long AWAY_MILLIS = 1000;
  private static final double AFTER_A_KILL = 2;
  private static final double AFTER_A_HOST = 5;
  private static final double AFTER_THE_DAEMON = 10;

  private final RealCluster cluster;
  private final UnhurriedJobs jobs;
  private final Findings findings;

  StandbyOutages(RealCluster cluster, UnhurriedJobs jobs, Findings findings) {
    this.cluster = cluster;
    this.jobs = jobs;
    this.findings = findings;
  }

  /** The leader is killed while a daemon is away that a takeover does not need. */
  void without(String daemon, int seconds) throws Exception {
    lose(daemon, seconds, AFTER_A_KILL, 2);
  }

  /**
   * The leader is killed while the storage of the journal is away. When it is back the standby
   * takes a term, and so may the next attempt, which could not read that another one waits; then
   * the attempt leads.
   */
  void withoutStorage(String daemon, int seconds, String... more) throws Exception {
    lose(daemon, seconds, seconds + AFTER_THE_DAEMON, 3, more);
  }

  private void lose(String daemon, int seconds, double bar, int masters, String... more)
      throws Exception {
    List<String> settings = new ArrayList<>(List.of(more));
    settings.add(STANDBY);
    WatchedJob job = WatchedJob.start(jobs, findings, EPOCHS, settings.toArray(new String[0]));
    ProcessHandle leader = new Masters(job.job()).awaitFollowedLeader();
    cluster.run("kill", daemon);
    TimeUnit.MILLISECONDS.sleep(AWAY_MILLIS);
    long killed = System.currentTimeMillis();
    leader.destroyForcibly();
    TimeUnit.SECONDS.sleep(seconds);
    cluster.run("start", daemon);
    job.job().awaitFurther();
    sayTime(job.end(2, masters, 0), "leader killed, " + daemon + " away", killed, bar);
  }

  /** The leader's host is off; members there are lost with it. */
  void host(int seconds) throws Exception {
    WatchedJob job = WatchedJob.start(jobs, findings, EPOCHS, NetworkOutages.COPIES, STANDBY);
    ProcessHandle leader = new Masters(job.job()).awaitFollowedLeader();
    String off = NetworkOutages.node(leader);
    List<ProcessHandle> there = new ArrayList<>(NetworkOutages.membersOf(job, off));
    long cut = System.currentTimeMillis();
    cluster.run("cut", off);
    TimeUnit.SECONDS.sleep(seconds);
    cluster.run("mend", off);
    there.add(leader);
    for (ProcessHandle process : there) {
      process.onExit().get(seconds, TimeUnit.SECONDS);
    }
    job.job().awaitFurther();
    DisturbedJob.End end = job.end(2, there.size() - 1);
    sayTime(
        end, "host of the leader and " + (there.size() - 1) + " members off", cut, AFTER_A_HOST);
  }

  /** From the loss to the next new version, by the report. */
  private void sayTime(DisturbedJob.End end, String what, long from, double bar) {
    for (JsonNode loss : end.report().path("survived")) {
      if (loss.path("what").asText().startsWith("the master of term")) {
        double at = loss.path("when").asLong() + 1000 * loss.path("seconds").asDouble();
        findings.within(what + ": next new version", bar, (long) at - from);
      }
    }
  }
}
