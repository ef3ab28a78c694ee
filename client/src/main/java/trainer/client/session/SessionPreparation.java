package trainer.client.session;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import trainer.client.config.ClientConfiguration;
import trainer.client.submit.Preparation;
import trainer.client.submit.QualifiedPaths;
import trainer.client.submit.UserFiles;
import trainer.client.submit.UserJars;
import trainer.core.config.Key;
import trainer.core.config.Keys;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.journal.StateStores;

/** A session that has passed all checks of its configuration. */
public final class SessionPreparation implements Preparation {
  /** What only a job has. */
  private static final List<Key<?>> OF_JOBS =
      List.of(
          Keys.INPUT,
          Keys.OUTPUT,
          Keys.SCORE_MODEL_URI,
          Keys.IMPORT_FORMAT,
          Keys.JARS,
          Keys.FILES,
          Keys.ARCHIVES);

  private final ClientConfiguration configuration;

  private SessionPreparation(ClientConfiguration configuration) {
    this.configuration = configuration;
  }

  /**
   * Checks a configuration.
   *
   * @param defaultJobDir the folder of jobs when {@code trainer.job.dir} is not set
   * @throws FailureException CONFIG_INVALID for what only a job has, such as an input
   */
  public static SessionPreparation check(ClientConfiguration given, String defaultJobDir) {
    List<String> found = new ArrayList<>();
    for (Key<?> key : OF_JOBS) {
      if (given.settings().isSet(key)) {
        found.add(key.name());
      }
    }
    if (!found.isEmpty()) {
      throw new FailureException(
          FailureKind.CONFIG_INVALID,
          "a session has no " + String.join(", ", found),
          given.sourceOf(found.get(0)),
          "give it to the jobs: trainer submit --session ID, trainer score --session ID");
    }
    Map<String, String> changed = QualifiedPaths.of(given.hadoop(), given.settings());
    changed.putIfAbsent(Keys.JOB_DIR.name(), defaultJobDir);
    ClientConfiguration configuration = given.withPaths(changed);
    StateStores.check(configuration.settings());
    return new SessionPreparation(configuration);
  }

  @Override
  public ClientConfiguration configuration() {
    return configuration;
  }

  @Override
  public int number() {
    return 0;
  }

  @Override
  public JobSpec spec(JobId id, String user, String clientVersion) {
    String folder = settings().get(Keys.JOB_DIR) + "/" + id.application();
    return JobSpec.ofSession(id.application(), user, folder, settings().texts(), clientVersion);
  }

  @Override
  public UserJars jars() {
    return UserJars.of(configuration.hadoop(), settings());
  }

  @Override
  public UserFiles files() {
    return UserFiles.of(configuration.hadoop(), settings());
  }

  @Override
  public long readBytes() {
    return 0;
  }

  @Override
  public List<String> inputs() {
    return List.of();
  }

  @Override
  public List<String> outputs() {
    return List.of();
  }
}
