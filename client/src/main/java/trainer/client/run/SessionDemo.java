package trainer.client.run;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;
import trainer.client.config.ClientConfiguration;
import trainer.client.demo.DemoJob;
import trainer.client.demo.ImageJob;
import trainer.client.demo.OutputCheck;
import trainer.client.demo.RatePlot;
import trainer.client.demo.TextJob;
import trainer.client.embedded.EmbeddedCluster;
import trainer.client.submit.ServiceFailure;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.job.JobState;
import trainer.core.text.Quantity;
import trainer.learning.batch.BatchModel;
import trainer.learning.batch.BatchModelFile;
import trainer.learning.batch.BatchModelLibrary;
import trainer.master.report.SessionReport;

/**
 * The demonstration of sessions: a cluster in this process, and a session whose workers score texts
 * and images at the same rate, though an image takes longer. On the way a worker is killed. The
 * outputs are then checked.
 */
public final class SessionDemo {
  private static final double KILLED_AT = 0.4;
  private static final long PERIOD_MILLIS = 1000;

  /** Periods between two lines. */
  private static final int LINES_APART = 3;

  /** The time after which rates are equal again, when a job has come or a worker has gone. */
  private static final double CALM_SECONDS = 25;

  private final ClientConfiguration given;
  private final int records;
  private final PrintStream out;
  private final List<DemoJob> jobs;
  private final Map<String, InSession> launches = new HashMap<>();
  private final RatePlot plot = new RatePlot();

  /** Ratios of the higher rate to the lower, in calm. */
  private final DoubleSummaryStatistics ratios = new DoubleSummaryStatistics();

  private double disturbedAt = Double.POSITIVE_INFINITY;

  /**
   * @param records of each job
   * @param out the output for people
   */
  public SessionDemo(ClientConfiguration given, int records, PrintStream out) {
    this.given = given;
    this.records = records;
    this.jobs = List.of(new TextJob(records), new ImageJob(records));
    this.out = out;
  }

  /**
   * Runs the demonstration.
   *
   * @return the exit code: 0 if both outputs are as they must be
   */
  public int run(String version) {
    long start = System.nanoTime();
    out.println("starting HDFS and YARN with " + EmbeddedCluster.NODES + " NodeManagers here");
    try (EmbeddedCluster cluster = JobLaunch.start(given.hadoop())) {
      Configuration hadoop = cluster.configuration();
      FileSystem files = FileSystem.get(hadoop);
      Path home = files.makeQualified(new Path("/user/" + SubmittingUser.user(hadoop) + "/demo"));
      out.println(
          "writing a model of texts and one of images, and " + records + " records for each");
      for (DemoJob job : jobs) {
        job.write(files, new Path(home, job.name()));
      }
      try (EmbeddedSession session =
          EmbeddedSession.start(cluster, given.with(ofSession()), version, out)) {
        boolean isRight = run(session, files, home);
        out.printf(Locale.ROOT, "the demonstration took %.1f s%n", secondsSince(start));
        return isRight ? 0 : 1;
      }
    } catch (IOException e) {
      throw ServiceFailure.of("the embedded cluster", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 1;
    }
  }

  private Map<String, String> ofSession() {
    Map<String, String> keys = new HashMap<>();
    keys.put(Keys.NAME.name(), "demo");
    keys.put(Keys.WORKERS.name(), "2");
    keys.put(Keys.WORKER_NATIVE_MB.name(), "400");
    keys.put(Keys.MASTER_MEMORY_MB.name(), "768");
    keys.keySet().removeAll(given.settings().texts().keySet());
    return keys;
  }

  private boolean run(EmbeddedSession session, FileSystem files, Path home)
      throws IOException, InterruptedException {
    out.println("page: " + session.observe().trackingUrl());
    for (DemoJob job : jobs) {
      Path folder = new Path(home, job.name());
      Map<String, String> keys = new HashMap<>(job.settings(folder));
      keys.put(Keys.NAME.name(), job.name());
      keys.put(Keys.OUTPUT.name(), new Path(folder, "scored").toString());
      ClientConfiguration configuration =
          given.on(files.getConf()).withAll(keys, ClientConfiguration.COMPUTED);
      launches.put(job.name(), session.submit(configuration));
    }
    watch(session);
    session.stop();
    draw(session);
    boolean isRight = true;
    for (DemoJob job : jobs) {
      isRight &= isRight(job, files, new Path(home, job.name()));
    }
    return isRight;
  }

  /** Shows the rates until the jobs are over, and kills a worker once. */
  private void watch(EmbeddedSession session) throws IOException, InterruptedException {
    long start = System.nanoTime();
    boolean hasKilled = false;
    for (int period = 0; ; period++) {
      SessionReport report = session.report();
      if (report != null && report.jobs().size() == jobs.size()) {
        double seconds = secondsSince(start);
        compare(report.jobs(), seconds);
        List<String> words = new ArrayList<>();
        boolean isFar = true;
        for (SessionReport.Job job : report.jobs()) {
          SessionReport.Work work = job.work();
          isFar &= work.done() == null || work.done() >= KILLED_AT;
          if (work.rate() != null) {
            plot.add(job.identity().name(), seconds, work.rate());
          }
          words.add(inWords(job));
        }
        if (period % LINES_APART == 0) {
          say(String.join("; ", words));
        }
        if (report.jobs().stream().allMatch(SessionDemo::isOver)) {
          return;
        }
        if (isFar && !hasKilled) {
          hasKilled = true;
          kill(session, seconds);
        }
      }
      Thread.sleep(PERIOD_MILLIS);
    }
  }

  private void compare(List<SessionReport.Job> of, double seconds) {
    boolean areRunning =
        of.stream().allMatch(job -> job.work().rate() != null && job.work().rate() > 0);
    if (!areRunning) {
      return;
    }
    disturbedAt = Math.min(disturbedAt, seconds); // the first time that both run
    if (seconds - disturbedAt >= CALM_SECONDS) {
      DoubleSummaryStatistics rates =
          of.stream().mapToDouble(job -> job.work().rate()).summaryStatistics();
      ratios.accept(rates.getMax() / rates.getMin());
    }
  }

  private static boolean isOver(SessionReport.Job job) {
    return JobState.valueOf(job.life().state()).isEnd();
  }

  private static String inWords(SessionReport.Job job) {
    SessionReport.Work work = job.work();
    String name = job.identity().name();
    return work.done() == null || work.rate() == null
        ? name + " " + job.life().state()
        : String.format(
            Locale.ROOT,
            "%s %2.0f %%, %.1f records/s, %s",
            name,
            work.done() * 100,
            work.rate(),
            Quantity.of(work.workers(), "worker"));
  }

  private void kill(EmbeddedSession session, double seconds) {
    String mark = "-Dtrainer.job=" + session.application() + ".0 -Dtrainer.role=worker ";
    Optional<ProcessHandle> worker =
        ProcessHandle.allProcesses()
            .filter(one -> one.info().command().orElse("").endsWith("/java"))
            .filter(one -> one.info().commandLine().orElse("").contains(mark))
            .findFirst();
    if (worker.isPresent() && worker.get().destroyForcibly()) {
      say("kill -9 of a worker, process " + worker.get().pid());
      plot.mark(seconds, "worker killed");
      disturbedAt = seconds;
    }
  }

  /** Keeps the plot, which outlasts the cluster. */
  private void draw(EmbeddedSession session) throws IOException {
    java.nio.file.Path folder =
        Files.createDirectories(
            java.nio.file.Path.of(new Path(UserFolders.localJobs()).toUri().getPath())
                .resolve(session.application()));
    java.nio.file.Path file = Files.writeString(folder.resolve("rates.svg"), plot.toSvg());
    out.println("plot of the rates: " + file);
    if (ratios.getCount() > 0) {
      out.printf(
          Locale.ROOT,
          "ratio of the rates, from %.0f s after the start and after the kill: mean %.3f, worst %.3f%n",
          CALM_SECONDS,
          ratios.getAverage(),
          ratios.getMax());
    }
  }

  private boolean isRight(DemoJob job, FileSystem files, Path folder) throws IOException {
    InSession launch = launches.get(job.name());
    Settings settings = launch.job().settings();
    java.nio.file.Path copies = Files.createTempDirectory("trainer-demo-");
    try {
      java.nio.file.Path model = copied(files, settings.get(Keys.SCORE_MODEL_URI), copies);
      Path tokenizer = new Path(folder, BatchModelFile.TOKENIZER);
      BatchModelFile file =
          new BatchModelFile(
              settings.get(Keys.SCORE_MODEL_URI),
              model,
              files.exists(tokenizer)
                  ? Optional.of(copied(files, tokenizer.toString(), copies))
                  : Optional.empty());
      try (BatchModel opened =
          BatchModelLibrary.open(file, settings, launch.job().jars().classes(), copies)) {
        OutputCheck check = new OutputCheck(job, folder);
        out.println(
            job.name() + ": " + check.check(files, new Path(settings.get(Keys.OUTPUT)), opened));
        return check.isPassed();
      }
    } finally {
      launch.close();
      FileUtil.fullyDelete(copies.toFile());
    }
  }

  private static java.nio.file.Path copied(FileSystem files, String from, java.nio.file.Path to)
      throws IOException {
    Path path = new Path(from);
    java.nio.file.Path copy = to.resolve(path.getName());
    files.copyToLocalFile(false, path, new Path(copy.toUri()), true);
    return copy;
  }

  private void say(String words) {
    out.println(
        LocalTime.now(ZoneId.systemDefault()).truncatedTo(ChronoUnit.SECONDS) + " " + words);
  }

  private static double secondsSince(long start) {
    return (System.nanoTime() - start) / 1e9;
  }
}
