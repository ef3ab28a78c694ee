package trainer.client.run;

import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import trainer.client.config.ClientConfiguration;
import trainer.client.session.SessionPlace;
import trainer.client.submit.JobPreparation;
import trainer.client.submit.ServiceFailure;
import trainer.client.watch.RunningJob;
import trainer.core.config.Key;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.protocol.grpc.ControlListener;

/** A job that is about to be given to a session. */
final class InSession extends JobLaunch {
  /** The time for a master of the session to answer, or for the next one to take over. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private static final long PERIOD_MILLIS = 500;

  /** The keys whose values are the session's. */
  private static final List<Key<?>> OF_SESSION =
      List.of(
          Keys.JOB_DIR,
          Keys.QUEUE,
          Keys.TAGS,
          Keys.ACL_VIEW,
          Keys.ACL_MODIFY,
          Keys.MASTER_MEMORY_MB,
          Keys.MASTER_VCORES,
          Keys.MASTER_ATTEMPTS,
          Keys.MASTER_PORTS,
          Keys.MASTER_WEB_PORTS,
          Keys.MASTER_PATIENCE,
          Keys.JOB_DIR_PATIENCE,
          Keys.STATE_STORE,
          Keys.STATE_ADDRESS,
          Keys.JAVA_HOME,
          Keys.JAVA_ARCHIVE,
          Keys.BUNDLE,
          Keys.BUNDLE_DIR,
          Keys.CLASSPATH_EXTRA);

  private final JobHandle session;
  private final JobPreparation job;
  private final String version;
  private final ClientConfiguration configuration;

  private InSession(
      JobHandle session,
      ClientConfiguration configuration,
      JobPreparation job,
      String version,
      PrintStream out) {
    super(job, out, clientOf(session));
    this.session = session;
    this.configuration = configuration;
    this.job = job;
    this.version = version;
  }

  /**
   * Checks everything that can be checked before the job is given to the session.
   *
   * @param session is closed with the launch
   */
  static InSession prepare(
      JobHandle session, ClientConfiguration given, String version, PrintStream out) {
    boolean whole = false;
    try {
      requireRunning(session);
      ClientConfiguration cluster =
          EmbeddedAddress.of(JobId.parse(session.jobId()).application(), given);
      Settings ofSession = settings(session, cluster.hadoop());
      ClientConfiguration configuration = cluster.withAll(shared(cluster, ofSession));
      refuseFiles(session, configuration.settings());
      JobPreparation job = JobPreparation.check(configuration, ofSession.get(Keys.JOB_DIR));
      InSession launch = new InSession(session, given, job, version, out);
      whole = true;
      return launch;
    } finally {
      if (!whole) {
        session.close();
      }
    }
  }

  private static void requireRunning(JobHandle session) {
    if (session.observe().ended()) {
      throw new FailureException(
          FailureKind.APPLICATION_NOT_FOUND,
          "the session " + JobId.parse(session.jobId()).application() + " has ended",
          session.folder().root(),
          "start another one: trainer session start");
    }
  }

  private static Settings settings(JobHandle session, Configuration hadoop) {
    String application = JobId.parse(session.jobId()).application();
    try {
      return Settings.of(SessionPlace.in(session.folder(), hadoop).session(application).settings());
    } catch (IOException e) {
      throw ServiceFailure.of(session.folder().root(), e);
    }
  }

  /**
   * The settings of a job, with the session's values of its keys.
   *
   * @throws FailureException CONFIG_CONFLICT for a key of the command line with another value
   */
  private static Map<String, String> shared(ClientConfiguration given, Settings session) {
    Map<String, String> shared = new TreeMap<>(given.settings().texts());
    List<String> different = new ArrayList<>();
    for (Key<?> key : OF_SESSION) {
      String theirs = session.texts().get(key.name());
      String ours = theirs == null ? shared.remove(key.name()) : shared.put(key.name(), theirs);
      if (given.options().containsKey(key.name()) && !Objects.equals(ours, theirs)) {
        different.add(key.name());
      }
    }
    if (!different.isEmpty()) {
      throw new FailureException(
          FailureKind.CONFIG_CONFLICT,
          "the session's value holds for all its jobs",
          String.join(", ", different),
          "leave it out, or give it to trainer session start");
    }
    return shared;
  }

  /** A local session has its own working folder alone, in which files of jobs could collide. */
  private static void refuseFiles(JobHandle session, Settings settings) {
    if (!session.jobId().startsWith("local_")) {
      return;
    }
    for (Key<?> key : List.of(Keys.FILES, Keys.ARCHIVES)) {
      if (settings.isSet(key)) {
        throw new FailureException(
            FailureKind.CONFIG_CONFLICT,
            "a session of this machine takes no files for a model's code",
            key.name(),
            "submit the job with --master local, or to a session on a cluster");
      }
    }
  }

  /** The client with which a session of this machine ends; 0 for one on a cluster. */
  private static long clientOf(JobHandle session) {
    String application = JobId.parse(session.jobId()).application();
    return application.startsWith("local_")
        ? Long.parseLong(application.substring(application.lastIndexOf('_') + 1))
        : 0;
  }

  @Override
  RunningJob start() {
    Configuration hadoop = job.configuration().hadoop();
    String application = JobId.parse(session.jobId()).application();
    try {
      SessionPlace place = SessionPlace.in(session.folder(), hadoop);
      JobId id = place.claim(application);
      JobSpec spec = job.spec(id, SubmittingUser.user(hadoop), version);
      output().take(spec);
      boolean whole = false;
      try {
        String digest = place.write(spec, job.jars(), job.files());
        JobHandle handle = JobHandle.find(id, configuration);
        ControlListener.Answer answer = offer(handle.job(), digest);
        if (!answer.accepted()) {
          handle.close();
          throw new FailureException(
              FailureKind.APPLICATION_NOT_FOUND,
              answer.message(),
              session.folder().root(),
              "start another session: trainer session start");
        }
        whole = true;
        return handle.job();
      } finally {
        if (!whole) {
          output().release(id.toString());
          place.forget(id);
        }
      }
    } catch (IOException e) {
      throw ServiceFailure.of(session.folder().root(), e);
    }
  }

  private static ControlListener.Answer offer(RunningJob offered, String digest)
      throws IOException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      try {
        return offered.offer(digest);
      } catch (IOException e) {
        if (System.nanoTime() > deadline) {
          throw e;
        }
        pause();
      }
    }
  }

  private static void pause() {
    try {
      Thread.sleep(PERIOD_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new FailureException(
          FailureKind.INTERRUPTED, "stopped while it waited for the session", "", "submit again");
    }
  }

  @Override
  public void close() {
    session.close();
  }
}
