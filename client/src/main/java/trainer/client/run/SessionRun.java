package trainer.client.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import trainer.client.config.ClientConfiguration;
import trainer.client.embedded.EmbeddedCluster;
import trainer.client.local.LocalStart;
import trainer.client.session.SessionPreparation;
import trainer.client.submit.OutputHold;
import trainer.client.submit.QualifiedPaths;
import trainer.client.submit.ServiceFailure;
import trainer.client.watch.JobDocument;
import trainer.client.watch.Json;
import trainer.client.watch.Observation;
import trainer.client.watch.RunningJob;
import trainer.client.yarn.JavaOnNodes;
import trainer.client.yarn.YarnConnection;
import trainer.client.yarn.YarnSubmission;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.job.JobId;
import trainer.core.job.JobState;

/**
 * The start of a session. One on a cluster goes on alone once it is ready. One on this machine, or
 * on a cluster in this process, ends with this process.
 */
public final class SessionRun {
  private static final long PERIOD_MILLIS = 250;

  private final PrintStream out;
  private final boolean json;

  /**
   * @param out the output for people
   * @param json whether stdout gets a document once the session is ready
   */
  public SessionRun(PrintStream out, boolean json) {
    this.out = out;
    this.json = json;
  }

  /**
   * Starts a session.
   *
   * @return the exit code
   */
  public int start(MasterKind master, ClientConfiguration configuration, String version) {
    String user = SubmittingUser.user(configuration.hadoop());
    return switch (master) {
      case LOCAL -> {
        SessionPreparation session =
            SessionPreparation.check(configuration, UserFolders.localJobs());
        LocalStart start = new LocalStart(session, user, version);
        start.check();
        try (RunningJob running = start.start(OutputHold.NONE)) {
          yield hold(running, start::clear);
        }
      }
      case YARN -> {
        try (YarnConnection yarn = YarnConnection.open(configuration.hadoop());
            RunningJob running = submit(configuration, yarn, user, version, 0)) {
          yield awaitReady(running) ? ready(running) : failed(running);
        }
      }
      case EMBEDDED -> {
        ClientConfiguration fixed =
            configuration.with(QualifiedPaths.of(configuration.hadoop(), configuration.settings()));
        out.println("starting HDFS and YARN in this process");
        try (EmbeddedCluster cluster = JobLaunch.start(fixed.hadoop());
            YarnConnection yarn = YarnConnection.open(cluster.configuration());
            RunningJob running =
                submit(
                    JobLaunch.onThisMachine(fixed.on(cluster.configuration())),
                    yarn,
                    user,
                    version,
                    ProcessHandle.current().pid())) {
          EmbeddedAddress.write(application(running), cluster.configuration());
          yield hold(running, () -> {});
        } catch (IOException e) {
          throw ServiceFailure.of("the embedded cluster", e);
        }
      }
    };
  }

  private RunningJob submit(
      ClientConfiguration configuration,
      YarnConnection yarn,
      String user,
      String version,
      long clientPid) {
    SessionPreparation session =
        YarnConnection.within(
            YarnConnection.PATIENCE_SECONDS,
            "the file system of the session's folder",
            () ->
                SessionPreparation.check(
                    JavaOnNodes.check(configuration), UserFolders.jobs(configuration, user)));
    YarnSubmission submission = new YarnSubmission(session, user, version, clientPid);
    submission.check(yarn);
    return submission.submit(yarn, OutputHold.NONE);
  }

  /** Stays until the session has ended; Ctrl-C ends it with its jobs. */
  private int hold(RunningJob session, Runnable afterwards) {
    Thread interrupted = new Thread(() -> endAtOnce(session), "end-session");
    Runtime.getRuntime().addShutdownHook(interrupted);
    try {
      if (!awaitReady(session)) {
        return failed(session);
      }
      int unused = ready(session);
      out.println("this session ends with this process; Ctrl-C ends it and its jobs");
      Observation end = awaitEnd(session);
      afterwards.run();
      out.println("session: " + application(session) + " " + end.phase());
      return exitCode(end);
    } catch (IOException e) {
      throw ServiceFailure.of(session.jobId(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return FailureKind.INTERRUPTED.exitCode();
    } finally {
      forgetHook(interrupted);
    }
  }

  private static void forgetHook(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      return; // this process ends already
    }
  }

  private static void endAtOnce(RunningJob session) {
    try {
      session.kill("the process that started it was interrupted");
      awaitEnd(session);
    } catch (IOException | RuntimeException e) {
      return; // its master ends by itself once this process is gone
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether the session is ready to take jobs; false if it has ended instead. */
  private boolean awaitReady(RunningJob session) {
    String shown = "";
    try {
      while (true) {
        Observation seen = session.observe();
        if (seen.ended()) {
          return false;
        }
        if (seen.document() != null && seen.phase().equals(JobState.RUNNING.name())) {
          return true;
        }
        if (!seen.note().equals(shown) && !seen.note().isEmpty()) {
          shown = seen.note();
          out.println("waiting: " + shown);
        }
        session.pause(Duration.ofMillis(PERIOD_MILLIS));
      }
    } catch (IOException e) {
      throw ServiceFailure.of(session.jobId(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private int ready(RunningJob session) {
    String id = application(session);
    out.println("session: " + id);
    out.println("folder: " + session.link().folder().root());
    out.println("give it jobs: trainer submit --session " + id + " …");
    if (json) {
      ObjectNode document = Json.object().put("sessionId", id).put("state", "RUNNING");
      System.out.println(Json.print(document));
      System.out.flush();
    }
    return 0;
  }

  private static Observation awaitEnd(RunningJob session) throws IOException, InterruptedException {
    Observation seen = session.observe();
    while (!seen.ended()) {
      session.pause(Duration.ofMillis(PERIOD_MILLIS));
      seen = session.observe();
    }
    return seen;
  }

  private static int failed(RunningJob session) {
    try {
      JobDocument document = session.observe().document();
      Failure failure =
          new Failure(
              FailureKind.MASTER_LOST,
              "the session has ended before it was ready",
              session.link().folder().root(),
              "see trainer logs " + application(session));
      throw document == null || document.report().lifecycle().failure() == null
          ? failure.toException()
          : new FailureException(
              FailureKind.MASTER_LOST,
              document.report().lifecycle().failure().message(),
              session.link().folder().root(),
              "");
    } catch (IOException e) {
      throw ServiceFailure.of(session.jobId(), e);
    }
  }

  private static int exitCode(Observation end) {
    return switch (end.phase()) {
      case "EXITED" -> 0;
      case "KILLED" -> FailureKind.KILLED_BY_USER.exitCode();
      default -> 1;
    };
  }

  private static String application(RunningJob session) {
    return JobId.parse(session.jobId()).application();
  }
}
