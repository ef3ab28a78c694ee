package trainer.it.outages;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import trainer.it.masters.DisturbedJob;
import trainer.it.masters.Findings;

/**
 * Ways between the nodes of a cluster that are cut, so that nothing passes and nobody is told: a
 * host that is switched off looks like that from all others. For a cluster whose nodes are apart.
 */
final class NetworkOutages {
  private static final int EPOCHS = 120;
  static final String COPIES = "-Dtrainer.pserver.replicas=2";
  private static final String LONG_SHARES = "-Dtrainer.model.args.rest=300";

  /** With 12 blocks and two workers, a mini-batch of a second. */
  private static final String SHARES_OF_A_SECOND = "-Dtrainer.model.args.rest=200";

  private static final List<String> NODES = List.of("nm1", "nm2", "nm3", "nm4");
  private static final double NAMED_SECONDS = 60;
  private static final double AT_WORK_SECONDS = 12;
  private static final double HALVES_SECONDS = 60;
  private static final double WAY_SECONDS = 20;
  private static final long POLL_MILLIS = 100;
  private static final double LEAVES_SECONDS = 30;

  private final RealCluster cluster;
  private final UnhurriedJobs jobs;
  private final Findings findings;

  NetworkOutages(RealCluster cluster, UnhurriedJobs jobs, Findings findings) {
    this.cluster = cluster;
    this.jobs = jobs;
    this.findings = findings;
  }

  /** A host with members and without the master is off, and comes back. */
  void host(int seconds) throws Exception {
    WatchedJob job = WatchedJob.start(jobs, findings, EPOCHS, COPIES);
    String masters = node(job.job().master().orElseThrow());
    ProcessHandle victim =
        member(job, List.of("pserver", "worker"), List.of(masters)).orElseThrow();
    String off = node(victim);
    List<ProcessHandle> there = membersOf(job, off);
    cluster.run("cut", off);
    job.watch(off + " with " + there.size() + " members away", seconds);
    cluster.run("mend", off);
    ends("mended: who was there leaves", there);
    job.end(1, there.size());
    atWork(job, AT_WORK_SECONDS);
  }

  /** Nothing gets from a worker's host to a pserver's; the master reaches both, and they it. */
  void way(int seconds) throws Exception {
    WatchedJob job = WatchedJob.start(jobs, findings, EPOCHS, COPIES);
    String masters = node(job.job().master().orElseThrow());
    for (ProcessHandle worker : job.job().processes("worker")) {
      String from = node(worker);
      Optional<ProcessHandle> pserver = member(job, List.of("pserver"), List.of(masters, from));
      if (!from.equals(masters) && pserver.isPresent()) {
        String to = node(pserver.get());
        cluster.run("cut", from, to);
        findings.note("no way from a worker's host to a pserver's", from + " to " + to);
        findings.within("longest without another epoch", WAY_SECONDS, longestPause(job, seconds));
        cluster.run("mend", from, to);
        job.endAnyhow();
        atWork(job, WAY_SECONDS);
        return;
      }
    }
    findings.say("a worker and a pserver on hosts of their own", "there", "not there", false);
  }

  /** Milliseconds, as its client sees it, which hears of epochs every second or two. */
  private static long longestPause(WatchedJob job, int seconds) throws Exception {
    long end = System.currentTimeMillis() + TimeUnit.SECONDS.toMillis(seconds);
    long since = System.currentTimeMillis();
    long epoch = job.job().epoch();
    long longest = 0;
    while (System.currentTimeMillis() < end) {
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      longest = Math.max(longest, System.currentTimeMillis() - since);
      if (job.job().epoch() > epoch) {
        epoch = job.job().epoch();
        since = System.currentTimeMillis();
      }
    }
    return longest;
  }

  /** The master's host is off; another one leads, and then there are both. */
  void halves(int seconds) throws Exception {
    WatchedJob job = WatchedJob.start(jobs, findings, EPOCHS, COPIES);
    ProcessHandle master = job.job().master().orElseThrow();
    String off = node(master);
    List<ProcessHandle> there = new ArrayList<>(membersOf(job, off));
    there.add(master);
    cluster.run("cut", off);
    long cut = System.currentTimeMillis();
    job.job().awaitFurther();
    findings.within(
        "the other half trains on, after", HALVES_SECONDS, System.currentTimeMillis() - cut);
    TimeUnit.MILLISECONDS.sleep(Math.max(0, cut + seconds * 1000L - System.currentTimeMillis()));
    cluster.run("mend", off);
    ends("mended: the old master and who was with it leave", there);
    job.job().awaitFurther();
    job.end(2, there.size() - 1);
  }

  /**
   * All cables are bad: 100 ms there and back between two nodes, frames out of order, one in a
   * hundred lost each way and as many twice. Nobody is lost for that.
   */
  void cables(int seconds) throws Exception {
    WatchedJob job = WatchedJob.start(jobs, findings, EPOCHS, COPIES, LONG_SHARES);
    double good = epochsASecond(job, seconds);
    for (String node : NODES) {
      cluster.run("spoil", node, "25", "0.5");
    }
    double bad = epochsASecond(job, seconds);
    for (String node : NODES) {
      cluster.run("mend", node);
    }
    String measured = String.format("%.2f (%.2f / s, %.2f)", bad / good, bad, good);
    findings.say("epochs, to those before", "at least 0.5", measured, bad / good >= 0.5);
    job.end(1, 0);
  }

  /** The way to one pserver is 100 ms longer, there and back: gray failure. It is named. */
  void slow(int seconds) throws Exception {
    WatchedJob job = WatchedJob.start(jobs, findings, EPOCHS, COPIES, SHARES_OF_A_SECOND);
    double good = epochsASecond(job, seconds);
    ProcessHandle master = job.job().master().orElseThrow();
    List<String> others = new ArrayList<>(List.of(node(master)));
    for (ProcessHandle worker : job.job().processes("worker")) {
      others.add(node(worker));
    }
    String slow = node(member(job, List.of("pserver"), others).orElseThrow());
    cluster.run("spoil", slow, "40", "0"); // and up to half as much more
    long from = System.currentTimeMillis();
    double bad = epochsASecond(job, seconds);
    Path log = WatchedJob.logOf(master);
    while (!Files.readString(log).contains(" is slow: a version waits ")
        && System.currentTimeMillis() - from < 2000 * NAMED_SECONDS) {
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
    findings.within("named, at most", NAMED_SECONDS, System.currentTimeMillis() - from);
    cluster.run("mend", slow);
    String measured = String.format("%.2f (%.2f / s, %.2f)", bad / good, bad, good);
    findings.say("epochs, to those before", "at least 0.7", measured, bad / good >= 0.7);
    job.end(1, 0);
  }

  private static double epochsASecond(WatchedJob job, int seconds) throws Exception {
    job.job().awaitFurther();
    long from = System.nanoTime();
    long epoch = job.job().epoch();
    TimeUnit.SECONDS.sleep(seconds);
    job.job().awaitFurther();
    return (job.job().epoch() - epoch) * 1e9 / (System.nanoTime() - from);
  }

  /** How long it took until others had what the lost ones had held. */
  private void atWork(WatchedJob job, double seconds) throws Exception {
    JsonNode survived = job.job().await().report().path("survived");
    findings.say("losses", "at least 1", "" + survived.size(), !survived.isEmpty());
    for (JsonNode loss : survived) {
      long millis = (long) (1000 * loss.path("seconds").asDouble());
      findings.within(
          loss.path("what").asText().replaceAll(" \\(.*", "") + " lost", seconds, millis);
    }
  }

  private void ends(String what, List<ProcessHandle> processes) throws Exception {
    long from = System.currentTimeMillis();
    for (ProcessHandle process : processes) {
      process.onExit().get((long) (LEAVES_SECONDS * 2), TimeUnit.SECONDS);
    }
    findings.within(what, LEAVES_SECONDS, System.currentTimeMillis() - from);
  }

  /** Its members on a node. */
  static List<ProcessHandle> membersOf(WatchedJob job, String node) throws IOException {
    List<ProcessHandle> there = new ArrayList<>();
    for (String role : List.of("pserver", "worker")) {
      for (ProcessHandle process : job.job().processes(role)) {
        if (node(process).equals(node)) {
          there.add(process);
        }
      }
    }
    return there;
  }

  /** One of these roles that is on none of these nodes. */
  static Optional<ProcessHandle> member(WatchedJob job, List<String> roles, List<String> nodes)
      throws IOException {
    for (String role : roles) {
      for (ProcessHandle process : job.job().processes(role)) {
        if (!nodes.contains(node(process))) {
          return Optional.of(process);
        }
      }
    }
    return Optional.empty();
  }

  /** The node a process runs on, as {@code bin/cluster} calls it. */
  static String node(ProcessHandle process) throws IOException {
    String host = DisturbedJob.environment(process, "NM_HOST");
    return "nm" + (Integer.parseInt(host.substring(host.lastIndexOf('.') + 1)) - 10);
  }
}
