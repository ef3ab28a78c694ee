package trainer.it.outages;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import trainer.core.failure.FailureKind;
import trainer.it.cluster.TrainerClient;
import trainer.it.masters.DisturbedJob;
import trainer.it.masters.Findings;

/** What happens to a job while its cluster stays: keys roll, its store is away, it is killed. */
final class JobOutages {
  private static final int EPOCHS = 60;
  private static final int EPOCHS_A_MINUTE = 35;
  private static final int KILLED_SECONDS = 10;
  private static final Pattern REVISION =
      Pattern.compile("(?:\"ModRevision\" : |mZxid = 0x)([0-9a-f]+)");

  private final RealCluster cluster;
  private final UnhurriedJobs jobs;
  private final Findings findings;

  JobOutages(RealCluster cluster, UnhurriedJobs jobs, Findings findings) {
    this.cluster = cluster;
    this.jobs = jobs;
    this.findings = findings;
  }

  /** The keys of YARN's tokens roll, and a worker and a master are replaced afterwards. */
  void keys(int seconds) throws Exception {
    int epochs = seconds * EPOCHS_A_MINUTE / 60;
    WatchedJob job = WatchedJob.start(jobs, findings, epochs);
    job.watch("keys roll", seconds * 2 / 3);
    job.job().processes("worker").get(0).destroyForcibly();
    job.job().awaitFurther();
    job.job().master().orElseThrow().destroyForcibly();
    job.job().awaitFurther();
    for (String token : new String[] {"amrm-tokens", "container-tokens", "nm-tokens"}) {
      int rolled = cluster.logged("rm", "Rolling master-key for " + token).size();
      findings.say("keys rolled for " + token, "at least 2", "" + rolled, rolled >= 2);
    }
    job.end(2, 1);
    int refused = cluster.logged("rm", "InvalidToken").size();
    findings.atMost("tokens refused by the ResourceManager", 0, refused);
  }

  /** A job whose state is in ZooKeeper or etcd loses its master, and then the store for a while. */
  void store(String kind, String daemon, int port, int seconds) throws Exception {
    WatchedJob job = WatchedJob.start(jobs, findings, EPOCHS, state(kind, port));
    String key = "/trainer/" + job.job().id() + "/task_queues";
    long before = revision(daemon, key);
    job.job().master().orElseThrow().destroyForcibly();
    // An epoch may still be shown that the killed master had reached.
    cluster.awaitStatus(job.job(), "the next master", told -> told.path("masters").size() > 1);
    job.job().awaitFurther();
    long after = revision(daemon, key);
    findings.say("the revision of " + key, "more than " + before, "" + after, after > before);
    cluster.run("kill", daemon);
    job.watch(daemon + " away", seconds);
    cluster.run("start", daemon);
    job.end(2, 0);
    long last = revision(daemon, key);
    findings.say("its revision at the end", "more than " + after, "" + last, last > after);
  }

  /** Settings of a job whose state is in this store. */
  String[] state(String kind, int port) throws IOException {
    return new String[] {
      "-Dtrainer.state.store=" + kind, "-Dtrainer.state.address=" + cluster.host() + ":" + port
    };
  }

  private long revision(String daemon, String key) throws Exception {
    String said =
        daemon.equals("etcd")
            ? cluster.run("etcdctl", "get", "--write-out=fields", key)
            : cluster.run("zk", "stat", key);
    Matcher found = REVISION.matcher(said);
    if (!found.find()) {
      throw new AssertionError("no " + key + ": " + said);
    }
    return Long.parseLong(found.group(1), daemon.equals("etcd") ? 10 : 16);
  }

  /** {@code yarn application -kill} in the middle of the training. */
  void kill() throws Exception {
    WatchedJob job = WatchedJob.start(jobs, findings, EPOCHS);
    cluster.run("application", "-kill", job.application());
    job.gone("master and containers gone", KILLED_SECONDS, System.currentTimeMillis());
    DisturbedJob.End end = job.job().await();
    findings.equal("exit code of submit", FailureKind.KILLED_BY_USER.exitCode(), end.exitCode());
    TimeUnit.SECONDS.sleep(1);
    TrainerClient.Result status = jobs.client().run("status", job.job().id(), "--json").ok();
    JsonNode report = status.json();
    findings.equal("state it says", "KILLED", report.path("state").asText());
    findings.note("its failure", report.path("failure"));
    findings.equal("a model", false, cluster.has(jobs.output()));
  }
}
