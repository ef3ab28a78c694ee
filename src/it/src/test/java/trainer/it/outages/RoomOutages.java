package trainer.it.outages;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import trainer.it.masters.DisturbedJob;
import trainer.it.masters.Findings;

/** A cluster that has too little room for what is wanted, for a while or all the time. */
final class RoomOutages {
  private static final int EPOCHS = 150;
  private static final int EPOCHS_OF_TWO = 20;
  private static final int EPOCHS_OF_GANGS = 40;
  private static final int CALM_SECONDS = 5;
  private static final double STANDSTILL_SECONDS = 8;

  /** What ElasticDL's own experiment gives: 795 s as gangs, 580 s elastic. */
  private static final double PEER_RATIO = 795.0 / 580;

  private final RealCluster cluster;
  private final UnhurriedJobs jobs;
  private final Findings findings;

  RoomOutages(RealCluster cluster, UnhurriedJobs jobs, Findings findings) {
    this.cluster = cluster;
    this.jobs = jobs;
    this.findings = findings;
    jobs.always("-Dtrainer.minibatch.blocks=12");
  }

  /** It begins with what one node has room for; others come, two are killed, six are asked for. */
  void elastic() throws Exception {
    cluster.run("stop", "nm2");
    cluster.run("stop", "nm3");
    DisturbedJob job = jobs.submit(EPOCHS, 1, workers(4, 1, 4));
    job.awaitSaid(" RUNNING [");
    try (Progress progress = new Progress(cluster, job)) {
      TimeUnit.SECONDS.sleep(CALM_SECONDS);
      findings.equal("workers at first", 1L, there(cluster.status(job)));
      long alone = job.epoch();
      cluster.run("start", "nm2");
      cluster.run("start", "nm3");
      await(job, 4);
      findings.note("workers, after " + alone + " epochs alone", 4);
      for (ProcessHandle worker : job.processes("worker").subList(0, 2)) {
        worker.destroyForcibly();
      }
      job.awaitFurther();
      await(job, 4);
      jobs.client().run("scale", job.id(), "--workers", "6").ok();
      await(job, 6);
      job.awaitFurther();
      findings.within(
          "the longest time without a version", STANDSTILL_SECONDS, progress.longestMillis());
    }
    jobs.hurry();
    DisturbedJob.End end = job.await();
    ended("the job", end, EPOCHS);
    findings.equal("rollbacks", 0L, end.report().path("rollbacks").asLong(-1));
    findings.equal("masters", 1L, end.report().path("term").asLong());
    findings.atMost("containers of members", 9, end.containersOfMembers().size());
  }

  /** Two jobs at once, of which each needs all that two masters leave. */
  void tight() throws Exception {
    List<String> all = workers(4, 4, 4);
    all.add("-Dtrainer.allocation.patience=5s");
    List<DisturbedJob> both =
        List.of(jobs.submit(EPOCHS_OF_TWO, 2, all), jobs.submit(EPOCHS_OF_TWO, 2, all));
    for (DisturbedJob job : both) {
      ended("a job", job.await(), EPOCHS_OF_TWO);
    }
    long back = gaveBack(both);
    findings.say("containers given back before they were used", "at least 1", "" + back, back > 0);
  }

  private static long gaveBack(List<DisturbedJob> jobs) throws Exception {
    long times = 0;
    for (DisturbedJob job : jobs) {
      for (JsonNode container : job.await().report().path("containers")) {
        times += container.path("registeredAt").isNull() ? 1 : 0;
      }
    }
    return times;
  }

  /** Two jobs as fixed gangs of four workers, and as elastic ones; there is room for six. */
  void gangs() throws Exception {
    double gangs = both(workers(4, 4, 4));
    double elastic = both(workers(4, 1, 6));
    double ratio = gangs / elastic;
    String measured = String.format("%.2f (%.0f s, %.0f s)", ratio, gangs, elastic);
    findings.say(
        "time of two gangs, to that of two elastic jobs",
        String.format("more than %.2f", PEER_RATIO),
        measured,
        ratio > PEER_RATIO);
  }

  /** How many seconds two jobs take that are submitted at once. */
  private double both(List<String> options) throws Exception {
    long from = System.nanoTime();
    List<DisturbedJob> both =
        List.of(jobs.submit(EPOCHS_OF_GANGS, 1, options), jobs.submit(EPOCHS_OF_GANGS, 1, options));
    for (DisturbedJob job : both) {
      ended("a job", job.await(), EPOCHS_OF_GANGS);
    }
    return (System.nanoTime() - from) / 1e9;
  }

  private static List<String> workers(int wanted, int least, int most) {
    return new ArrayList<>(
        List.of(
            "--workers",
            String.valueOf(wanted),
            "-Dtrainer.workers.min=" + least,
            "-Dtrainer.workers.max=" + most,
            "-Dtrainer.start.patience=5s"));
  }

  private void await(DisturbedJob job, long workers) throws Exception {
    cluster.awaitStatus(job, workers + " workers", status -> there(status) == workers);
  }

  private static long there(JsonNode status) {
    return status.at("/workersWanted/there").asLong(-1);
  }

  private void ended(String what, DisturbedJob.End end, int epochs) throws Exception {
    findings.equal("exit code of " + what, 0, end.exitCode());
    if (end.exitCode() == 0) {
      findings.equal("its model as undisturbed", jobs.undisturbed(epochs).modelId(), end.modelId());
    } else {
      findings.note("submit said", end.said());
    }
  }
}
