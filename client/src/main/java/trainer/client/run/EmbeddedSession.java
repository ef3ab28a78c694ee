package trainer.client.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import trainer.client.config.ClientConfiguration;
import trainer.client.embedded.EmbeddedCluster;
import trainer.client.submit.ServiceFailure;
import trainer.client.watch.Observation;
import trainer.client.watch.RunningJob;
import trainer.client.yarn.YarnConnection;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.job.JobId;
import trainer.master.report.ReportJson;
import trainer.master.report.SessionReport;

/** A session on a cluster in this process, whose jobs this process submits. */
final class EmbeddedSession implements AutoCloseable {
  private static final Duration ENDING = Duration.ofSeconds(15);
  private static final Duration PERIOD = Duration.ofMillis(250);

  private final YarnConnection yarn;
  private final RunningJob session;
  private final ClientConfiguration configuration;
  private final String version;
  private final PrintStream out;

  private EmbeddedSession(
      YarnConnection yarn,
      RunningJob session,
      ClientConfiguration configuration,
      String version,
      PrintStream out) {
    this.yarn = yarn;
    this.session = session;
    this.configuration = configuration;
    this.version = version;
    this.out = out;
  }

  /** Starts a session, and waits until it takes jobs. */
  static EmbeddedSession start(
      EmbeddedCluster cluster, ClientConfiguration given, String version, PrintStream out)
      throws IOException {
    ClientConfiguration configuration = JobLaunch.onThisMachine(given.on(cluster.configuration()));
    YarnConnection yarn = YarnConnection.open(cluster.configuration());
    SessionRun run = new SessionRun(out, false);
    RunningJob session =
        run.submit(
            configuration,
            yarn,
            SubmittingUser.user(configuration.hadoop()),
            version,
            ProcessHandle.current().pid());
    EmbeddedAddress.write(JobId.parse(session.jobId()).application(), cluster.configuration());
    EmbeddedSession started = new EmbeddedSession(yarn, session, configuration, version, out);
    if (!run.awaitReady(session)) {
      started.close();
      throw new FailureException(
          FailureKind.MASTER_LOST,
          "the session has ended before it was ready",
          session.link().folder().root(),
          "see its logs");
    }
    return started;
  }

  String application() {
    return JobId.parse(session.jobId()).application();
  }

  Observation observe() throws IOException {
    return session.observe();
  }

  /** The state of the session and its jobs; null while the master cannot be asked. */
  SessionReport report() throws IOException {
    Observation seen = session.observe();
    boolean isWhole = seen.document() != null && seen.document().json().has("jobs");
    try {
      return isWhole ? ReportJson.readSession(seen.document().json()) : null;
    } catch (JsonProcessingException e) {
      throw ServiceFailure.of(session.jobId(), e);
    }
  }

  /**
   * Checks a job and gives it to the session.
   *
   * @return the launch, which has been started
   */
  InSession submit(ClientConfiguration job) {
    InSession launch =
        InSession.prepare(JobHandle.session(application(), configuration), job, version, out);
    launch.start().close();
    return launch;
  }

  /** Ends the session. */
  void stop() throws IOException, InterruptedException {
    session.stop("the demonstration is over");
    long deadline = System.nanoTime() + ENDING.toNanos();
    while (System.nanoTime() < deadline && !session.observe().ended()) {
      session.pause(PERIOD);
    }
  }

  @Override
  public void close() {
    session.close();
    yarn.close();
  }
}
