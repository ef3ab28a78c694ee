package trainer.client.run;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
          Keys.STANDBY,
          Keys.STANDBY_SILENCE,
          Keys.MASTER_PORTS,
          Keys.MASTER_WEB_PORTS,
          Keys.MASTER_PATIENCE,
          Keys.JOB_DIR_PATIENCE,
          Keys.STATE_STORE,
          Keys.STATE_ADDRESS,
          Keys.HISTORY_ADDRESS,
          Keys.JAVA_HOME,
          Keys.JAVA_ARCHIVE,
          Keys.BUNDLE,
          Keys.BUNDLE_DIR,
          Keys.CLASSPATH_EXTRA,
          Keys.BLACKLIST_FAILURES,
          Keys.BLACKLIST_SLOW_SHARE,
          Keys.BLACKLIST_PAROLE,
          Keys.BLACKLIST_STRIKES,
          Keys.OVERCOMMIT);

  /** The paths among them, which a session has in another form than its client. */
  private static final Set<Key<?>> PATHS =
      Set.of(Keys.JOB_DIR, Keys.JAVA_ARCHIVE, Keys.BUNDLE, Keys.BUNDLE_DIR);

  private final JobHandle session;
  private final JobPreparation job;
  private final String version;
  private final ClientConfiguration configuration;
  private final PrintStream out;

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
    this.out = out;
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
      ClientConfiguration configuration =
          cluster.withAll(
              PooledSettings.sized(shared(cluster, ofSession), ofSession),
              ClientConfiguration.SESSION);
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
      if (theirs == null) {
        shared.remove(key.name());
      } else {
        shared.put(key.name(), theirs);
      }
      boolean isCompared = given.options().containsKey(key.name()) && !PATHS.contains(key);
      if (isCompared && !isSame(key, given.settings(), session)) {
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

  /** Whether a key has one value in both, which may be its default. */
  private static <T> boolean isSame(Key<T> key, Settings one, Settings other) {
    return one.find(key).equals(other.find(key));
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
      JobSpec spec =
          PooledSettings.of(
              job.spec(id, SubmittingUser.user(hadoop), version), place.session(application));
      output().take(spec);
      JobHandle handle = null;
      boolean accepted = false;
      boolean refused = false;
      try {
        String digest = place.write(spec, job);
        handle = JobHandle.find(id, configuration);
        RunningJob offered = handle.job();
        ControlListener.Answer answer =
            new JobOffer(offered, offered.link()::hasSubmitted, JobOffer.PATIENCE, out)
                .await(digest);
        accepted = answer.accepted();
        refused = !accepted;
        if (refused) {
          throw refusal(application, answer.message());
        }
        return offered;
      } finally {
        if (!accepted) {
          withdraw(place, id, handle, refused);
        }
      }
    } catch (IOException e) {
      throw ServiceFailure.of(session.folder().root(), e);
    }
  }

  private FailureException refusal(String application, String message) {
    boolean isOver = message.contains("accepts no more jobs") || message.contains("has ended");
    return new FailureException(
        FailureKind.APPLICATION_NOT_FOUND,
        message,
        session.folder().root(),
        isOver
            ? "start another session: trainer session start"
            : "see trainer session status " + application);
  }

  /**
   * Takes back a job that the session does not have. One that a master may have accepted keeps its
   * files and its claim to the output.
   *
   * @param handle null if there was none yet
   * @param refused whether a master said no
   */
  private void withdraw(SessionPlace place, JobId id, JobHandle handle, boolean refused)
      throws IOException {
    boolean mayRun = handle != null && handle.job().link().hasSubmitted() && !refused;
    if (handle != null) {
      handle.close();
    }
    if (!mayRun) {
      output().release(id.toString());
      place.forget(id);
    }
  }

  @Override
  public void close() {
    session.close();
  }
}
