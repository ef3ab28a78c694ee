package trainer.client.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.ShutdownHookManager;
import trainer.client.config.ClientConfiguration;
import trainer.client.embedded.EmbeddedCluster;
import trainer.client.local.LocalJob;
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
import trainer.client.yarn.YarnJob;
import trainer.client.yarn.YarnSubmission;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.job.JobId;

/**
 * The start of a session. One on a cluster goes on alone once it is ready. One on this machine, or
 * on a cluster in this process, ends with this process.
 */
public final class SessionRun {
  private static final long PERIOD_MILLIS = 250;

  /** Before Hadoop's own hooks, of which the highest priority, 10, closes the file systems. */
  private static final int PRIORITY = 50;

  private static final long HOOK_SECONDS = 30;

  /** The time for the session to end its jobs and itself after Ctrl-C. */
  private static final long ENDING_SECONDS = 15;

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
      case LOCAL -> onThisMachine(configuration, user, version);
      case YARN -> onYarn(configuration, user, version);
      case EMBEDDED -> {
        ClientConfiguration fixed =
            configuration.withPaths(
                QualifiedPaths.of(configuration.hadoop(), configuration.settings()));
        out.println("starting HDFS and YARN in this process");
        try (EmbeddedCluster cluster = JobLaunch.start(fixed.hadoop())) {
          yield embedded(fixed, cluster.configuration(), user, version);
        } catch (IOException e) {
          throw ServiceFailure.of("the embedded cluster", e);
        }
      }
    };
  }

  private int onThisMachine(ClientConfiguration configuration, String user, String version) {
    SessionPreparation session = SessionPreparation.check(configuration, UserFolders.localJobs());
    LocalStart start = new LocalStart(session, user, version);
    start.check();
    Configuration hadoop = session.configuration().hadoop();
    try (RunningJob running = start.start(OutputHold.NONE);
        RunningJob ending =
            LocalJob.known(
                JobId.ofSession(application(running)), running.link().folder(), hadoop, user)) {
      return hold(running, ending, configuration.settings(), start::clear);
    }
  }

  private int onYarn(ClientConfiguration configuration, String user, String version) {
    try (YarnConnection yarn = YarnConnection.open(configuration.hadoop());
        RunningJob running = submit(configuration, yarn, user, version, 0)) {
      announce(running);
      return awaitReady(running) ? ready(running, configuration.settings()) : failed(running);
    }
  }

  private int embedded(
      ClientConfiguration given, Configuration cluster, String user, String version)
      throws IOException {
    ClientConfiguration configuration = JobLaunch.onThisMachine(given.on(cluster));
    Configuration hadoop = configuration.hadoop();
    long pid = ProcessHandle.current().pid();
    try (YarnConnection yarn = YarnConnection.open(cluster);
        RunningJob running = submit(configuration, yarn, user, version, pid);
        RunningJob ending =
            new YarnJob(
                yarn,
                JobId.ofSession(application(running)),
                running.link().folder(),
                hadoop,
                user)) {
      EmbeddedAddress.write(application(running), cluster);
      return hold(running, ending, given.settings(), () -> {});
    }
  }

  RunningJob submit(
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

  /**
   * Stays until the session has ended; Ctrl-C ends it with its jobs.
   *
   * @param ending the same session, for the thread that ends it then
   * @param given the settings of the user
   */
  private int hold(RunningJob session, RunningJob ending, Settings given, Runnable afterwards) {
    Runnable interrupted = () -> endAtOnce(ending);
    ShutdownHookManager.get()
        .addShutdownHook(interrupted, PRIORITY, HOOK_SECONDS, TimeUnit.SECONDS);
    try {
      announce(session);
      if (!awaitReady(session)) {
        return failed(session);
      }
      int unused = ready(session, given);
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

  private static void forgetHook(Runnable hook) {
    try {
      ShutdownHookManager.get().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      return; // this process ends already
    }
  }

  private static void endAtOnce(RunningJob session) {
    try {
      session.kill("the process that started it was interrupted");
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(ENDING_SECONDS);
      while (System.nanoTime() < deadline && !session.observe().ended()) {
        Thread.sleep(PERIOD_MILLIS);
      }
    } catch (IOException | RuntimeException e) {
      return; // its master ends by itself once this process is gone
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Names the session, which from now on can be looked at and ended. */
  private void announce(RunningJob session) {
    out.println("session: " + application(session));
    out.println("folder: " + session.link().folder().root());
  }

  /** Whether the session is ready to take jobs; false if it has ended instead. */
  boolean awaitReady(RunningJob session) {
    String shown = "";
    try {
      while (true) {
        Observation seen = session.observe();
        if (seen.ended()) {
          return false;
        }
        if (isWordOfMaster(seen)) {
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

  /** Whether the master has told what it shows, which it does once it leads the session. */
  private static boolean isWordOfMaster(Observation seen) {
    return seen.note().isEmpty()
        && seen.document() != null
        && seen.document().json().has("sessionId");
  }

  private int ready(RunningJob session, Settings given) {
    String id = application(session);
    String root = session.link().folder().root();
    String place =
        given.isSet(Keys.JOB_DIR)
            ? " -D" + Keys.JOB_DIR + "=" + root.substring(0, root.lastIndexOf('/'))
            : "";
    out.println("ready; give it jobs: trainer submit --session " + id + place + " …");
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
