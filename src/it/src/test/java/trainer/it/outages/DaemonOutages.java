package trainer.it.outages;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.concurrent.TimeUnit;
import trainer.it.masters.DisturbedJob;
import trainer.it.masters.Findings;

/** Daemons of YARN and HDFS that are killed, and started again a while later. */
final class DaemonOutages {
  private static final int EPOCHS = 120;
  private static final int SHORT_EPOCHS = 15;

  /** A master that has heard of its cluster so lately does publish. */
  private static final int UNHEARD_SECONDS = 12;

  private static final int BEFORE_SECONDS = 10;
  private static final int AFTERWARDS_SECONDS = 10;
  private static final double LEAST_PACE = 0.5;
  private static final int CONTAINERS = 5;
  private static final double FORGOTTEN_SECONDS = 20;
  private static final long RECOVERED_MILLIS = 30_000;
  private static final long POLL_MILLIS = 500;
  private static final int OK = 200;

  private final RealCluster cluster;
  private final UnhurriedJobs jobs;
  private final Findings findings;

  DaemonOutages(RealCluster cluster, UnhurriedJobs jobs, Findings findings) {
    this.cluster = cluster;
    this.jobs = jobs;
    this.findings = findings;
  }

  /** A daemon is killed and comes back with what it had noted. */
  void killed(String daemon, int seconds) throws Exception {
    WatchedJob job = WatchedJob.start(jobs, findings, EPOCHS);
    away(daemon, seconds, job, job.watch("all there", BEFORE_SECONDS));
    cluster.run("start", daemon);
    job.watch(daemon + " again there", AFTERWARDS_SECONDS);
    if (daemon.startsWith("rm")) {
      running(cluster.leader(), job);
    }
    job.end(1, 0);
  }

  /** It trains on while a daemon is away. */
  private void away(String daemon, int seconds, WatchedJob job, double before) throws Exception {
    cluster.run("kill", daemon);
    double pace = job.watch(daemon + " away", seconds);
    String measured = String.format("%.2f of %.2f / s", pace, before);
    findings.say(
        "epochs, to those before",
        "at least " + LEAST_PACE,
        measured,
        pace > 0 && pace >= LEAST_PACE * before);
  }

  /** Nothing can be kept for a while: the job trains on, warns, and keeps again. */
  void unkept(int seconds) throws Exception {
    WatchedJob job = WatchedJob.start(jobs, findings, EPOCHS, "-Dtrainer.checkpoint.interval=5s");
    double pace = job.watch("all there", BEFORE_SECONDS);
    long before = newest(job.status());
    findings.say("the newest kept", "at least 1", "" + before, before > 0);
    away("nn", seconds, job, pace);
    findings.equal(
        "its client warns of it meanwhile", true, job.job().said().contains(" no checkpoint: "));
    cluster.run("start", "nn");
    job.watch("nn again there", 2 * AFTERWARDS_SECONDS);
    JsonNode status = job.status();
    JsonNode trouble = status.path("checkpointTrouble");
    findings.note("it warned of", trouble);
    findings.equal("and that is over", true, trouble.path("over").asBoolean());
    findings.say(
        "the newest kept", "more than " + before, "" + newest(status), newest(status) > before);
    job.end(1, 0);
  }

  private static long newest(JsonNode report) {
    JsonNode all = report.path("checkpoints");
    return all.path(all.size() - 1).path("version").asLong();
  }

  /** It learns of containers when their nodes come back to it. */
  private void running(String leader, WatchedJob job) throws Exception {
    long since = now();
    int seen = 0;
    while (seen != CONTAINERS && ms(since) < RECOVERED_MILLIS) {
      JsonNode app = cluster.ask(leader, "apps/" + job.application()).path("app");
      seen = app.path("runningContainers").asInt();
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
    findings.equal("containers that " + leader + " knows of", CONTAINERS, seen);
  }

  /** Of two ResourceManagers the one that leads is killed. */
  void failover(int seconds) throws Exception {
    String first = cluster.leader();
    WatchedJob job = WatchedJob.start(jobs, findings, EPOCHS);
    long killed = System.currentTimeMillis();
    cluster.run("kill", first);
    String second = cluster.leader();
    findings.note(first + " killed, " + second + " leads after ms", ms(killed));
    job.watch(first + " away", seconds);
    running(second, job);
    String page = cluster.page(second, "proxy/" + job.application() + "/");
    HttpURLConnection connection = (HttpURLConnection) URI.create(page).toURL().openConnection();
    findings.equal("its page through " + second, OK, connection.getResponseCode());
    job.end(1, 0);
    cluster.run("start", first);
  }

  /** The model is there and may not be published: the ResourceManager does not answer. */
  void unpublished(int seconds) throws Exception {
    WatchedJob job = WatchedJob.start(jobs, findings, 2 * SHORT_EPOCHS);
    cluster.run("kill", "rm");
    job.watch("rm away, not yet ready", UNHEARD_SECONDS);
    jobs.hurry();
    job.watch("rm away", seconds);
    findings.equal("a model while rm is away", false, cluster.has(jobs.output()));
    cluster.run("start", "rm");
    job.end(1, 0);
  }

  /** A ResourceManager comes back that knows of nothing. */
  void forgotten(int seconds) throws Exception {
    WatchedJob job = WatchedJob.start(jobs, findings, EPOCHS);
    cluster.run("kill", "rm");
    TimeUnit.SECONDS.sleep(seconds);
    cluster.forget();
    cluster.run("start", "rm");
    cluster.leader();
    job.gone("it knows of nothing: master and containers gone", FORGOTTEN_SECONDS, now());
    DisturbedJob.End end = job.job().await();
    findings.equal("exit code of submit", 1, end.exitCode());
    findings.note("submit said", lastLine(end.said()));
    WatchedJob.start(jobs, findings, SHORT_EPOCHS).end(1, 0);
  }

  private static String lastLine(String text) {
    return text.lines().reduce("", (one, next) -> next);
  }

  private static long now() {
    return System.currentTimeMillis();
  }

  private static long ms(long since) {
    return now() - since;
  }
}
