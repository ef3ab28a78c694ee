package trainer.it.outages;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import trainer.it.masters.DisturbedJob;
import trainer.it.masters.Findings;

/**
 * A node on which every process of the job is killed as it comes, on a cluster that has no other
 * room. It is given none for a while, three times, and then none at all; between the second time
 * and the third the master is lost.
 */
final class BarredNode {
  private static final int EPOCHS = 250;
  private static final int FAILURES = 2;
  private static final int STRIKES = 3;
  private static final long MARGIN_SECONDS = 3;
  private static final long POLL_MILLIS = 100;

  private final RealCluster cluster;
  private final UnhurriedJobs jobs;
  private final Findings findings;

  BarredNode(RealCluster cluster, UnhurriedJobs jobs, Findings findings) {
    this.cluster = cluster;
    this.jobs = jobs;
    this.findings = findings;
    jobs.always("-Dtrainer.minibatch.blocks=12");
  }

  /**
   * @param parole for how many seconds the node is on the list
   */
  void play(int parole) throws Exception {
    WatchedJob job =
        WatchedJob.start(
            jobs,
            findings,
            EPOCHS,
            1,
            "--workers",
            "6",
            "-Dtrainer.workers.min=1",
            "-Dtrainer.blacklist.failures=" + FAILURES,
            "-Dtrainer.blacklist.strikes=" + STRIKES,
            "-Dtrainer.blacklist.parole=" + parole + "s");
    String node = node(job);
    long killed = strike(job, node, 1, "parole");
    givesNone(job, node, parole);
    killed += strike(job, node, 2, "parole");
    job.job().master().orElseThrow().destroyForcibly();
    job.job().awaitFurther();
    findings.equal("strikes, after a master", 2, entry(job).path("strikes").asInt());
    givesNone(job, node, parole);
    killed += strike(job, node, STRIKES, "barred");
    givesNone(job, node, 3 * parole);
    DisturbedJob.End end = job.endAnyhow();
    findings.equal("masters", 2L, end.report().path("term").asLong());
    findings.note("killed on " + node, killed);
  }

  /** One that has neither the master nor the pserver. */
  private static String node(WatchedJob job) throws IOException {
    List<String> others =
        List.of(
            NetworkOutages.node(job.job().master().orElseThrow()),
            NetworkOutages.node(job.job().processes("pserver").get(0)));
    return NetworkOutages.node(NetworkOutages.member(job, List.of("worker"), others).orElseThrow());
  }

  /** Kills whoever is there until the node is struck; how many. */
  private long strike(WatchedJob job, String node, int times, String standing) throws Exception {
    long killed = 0;
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
    while (entry(job).path("strikes").asInt() < times) {
      if (System.nanoTime() > end) {
        findings.say("strike " + times + " on " + node, "within 120 s", "none", false);
        return killed;
      }
      for (ProcessHandle process : NetworkOutages.membersOf(job, node)) {
        killed += process.destroyForcibly() ? 1 : 0;
        process.onExit().get(10, TimeUnit.SECONDS);
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
    JsonNode entry = entry(job);
    findings.equal(node + ", the " + times + ". time", standing, entry.path("standing").asText());
    findings.equal("avoided", true, entry.path("avoided").asBoolean());
    return killed;
  }

  /** For so long no container is launched there; what was on its way at the strike is let pass. */
  private void givesNone(WatchedJob job, String node, int seconds) throws Exception {
    TimeUnit.SECONDS.sleep(MARGIN_SECONDS);
    String launched = "Start request for container_";
    int before = cluster.logged(node, launched).size();
    long version = status(job).path("version").asLong();
    TimeUnit.SECONDS.sleep(seconds - 2 * MARGIN_SECONDS);
    findings.equal(
        "containers that "
            + node
            + " is asked to start in "
            + (seconds - 2 * MARGIN_SECONDS)
            + " s",
        0,
        cluster.logged(node, launched).size() - before);
    long trained = status(job).path("version").asLong() - version;
    findings.say("versions meanwhile", "at least 1", "" + trained, trained > 0);
  }

  private JsonNode entry(WatchedJob job) throws Exception {
    return status(job).path("blacklist").path(0);
  }

  private JsonNode status(WatchedJob job) throws Exception {
    return cluster.awaitStatus(job.job(), "a word of its master", any -> true);
  }
}
