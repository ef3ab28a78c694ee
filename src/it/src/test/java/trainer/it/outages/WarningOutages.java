package trainer.it.outages;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import trainer.it.masters.DisturbedJob;
import trainer.it.masters.Findings;

/**
 * Containers that the cluster takes and warns of: their node is drained, or another queue is to
 * have room. There is one copy of each partition, so whoever were late would cost a rollback.
 */
final class WarningOutages {
  private static final int EPOCHS = 120;
  private static final int EPOCHS_BESIDE = 30;
  private static final int PSERVERS = 4;
  private static final double WARNING_SECONDS = 15;
  private static final String OTHER_QUEUE = "other";
  private static final String ENDED = " Container Transitioned from RUNNING to COMPLETED";

  private final RealCluster cluster;
  private final UnhurriedJobs jobs;
  private final Findings findings;

  WarningOutages(RealCluster cluster, UnhurriedJobs jobs, Findings findings) {
    this.cluster = cluster;
    this.jobs = jobs;
    this.findings = findings;
  }

  /** A node with a pserver and without the master is decommissioned gracefully. */
  void decommission(int seconds) throws Exception {
    WatchedJob job = WatchedJob.start(jobs, findings, EPOCHS);
    String masters = NetworkOutages.node(job.job().master().orElseThrow());
    String node =
        NetworkOutages.node(
            NetworkOutages.member(job, List.of("pserver"), List.of(masters)).orElseThrow());
    List<ProcessHandle> there = NetworkOutages.membersOf(job, node);
    Set<String> taken = new TreeSet<>();
    for (ProcessHandle process : there) {
      taken.add(DisturbedJob.containerOf(process));
    }
    findings.note("members on " + node, there.size());
    cluster.run("decommission", node, String.valueOf(seconds));
    for (ProcessHandle process : there) {
      process.onExit().get(2L * seconds, TimeUnit.SECONDS);
    }
    job.job().awaitFurther();
    Map<String, Long> warned = new TreeMap<>();
    taken.forEach(id -> warned.put(id, 0L));
    for (String line : job.logged("is now DECOMMISSIONING")) {
      warned.replaceAll((id, never) -> millis(line));
    }
    int losses = losses(job);
    givenBack(job.end(1, taken.size()), warned, losses);
  }

  /** Another queue wants its share: all workers and some pservers of the job have to make room. */
  void preemption() throws Exception {
    WatchedJob job = WatchedJob.start(jobs, findings, EPOCHS, PSERVERS);
    DisturbedJob beside = jobs.beside(OTHER_QUEUE, EPOCHS_BESIDE);
    findings.equal("exit code of the other queue's job", 0, beside.await().exitCode());
    job.job().awaitFurther();
    Map<String, Long> warned = new TreeMap<>();
    for (String line : job.logged("The ResourceManager wants back ")) {
      for (String id : job.containers()) {
        if (line.contains(id)) {
          warned.putIfAbsent(id, millis(line));
        }
      }
    }
    int losses = losses(job);
    DisturbedJob.End end = job.endAnyhow();
    long pservers = 0;
    for (JsonNode container : end.report().path("containers")) {
      boolean isWanted = warned.containsKey(container.path("containerId").asText());
      pservers += isWanted && container.path("role").asText().equals("pserver") ? 1 : 0;
    }
    findings.say("pservers that made room", "at least 1", "" + pservers, pservers > 0);
    givenBack(end, warned, losses);
  }

  private static int losses(WatchedJob job) throws IOException {
    return job.logged(": lost ").size();
  }

  /** They were given back before they were taken, and nobody took that for a failure. */
  private void givenBack(DisturbedJob.End end, Map<String, Long> warned, int losses)
      throws IOException {
    findings.atMost("members the master took for lost", 0, losses);
    findings.equal("rollbacks", 0L, end.report().path("rollbacks").asLong(-1));
    long unwell = 0;
    for (JsonNode container : end.report().path("containers")) {
      unwell += container.path("exitStatus").asInt(-1) == 0 ? 0 : 1;
    }
    findings.atMost("containers whose exit status is not 0", 0, unwell);
    for (Map.Entry<String, Long> one : warned.entrySet()) {
      String id = one.getKey();
      long ended =
          cluster.logged("rm", id + ENDED).stream()
              .mapToLong(WarningOutages::millis)
              .min()
              .orElse(Long.MAX_VALUE);
      String what = "…" + id.substring(id.length() - 6) + " ended, says rm, and not killed, after";
      findings.within(what, WARNING_SECONDS, ended - one.getValue());
    }
    findings.note("what moved", end.report().at("/pservers/moves").size() + " times");
  }

  /** When a line was logged; all clocks are this machine's. */
  private static long millis(String line) {
    String time = line.substring(0, "2026-11-21 19:21:43,288".length());
    return LocalDateTime.parse(time.replace(' ', 'T').replace(',', '.'))
        .toInstant(ZoneOffset.UTC)
        .toEpochMilli();
  }
}
