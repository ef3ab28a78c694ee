package trainer.client.submit;

import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import trainer.client.config.ClientConfiguration;
import trainer.core.config.Key;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.input.InputFile;
import trainer.core.input.Labels;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.core.job.ModelSpec;
import trainer.core.text.Quantity;
import trainer.data.index.InputCheck;
import trainer.data.index.ValidationInput;
import trainer.journal.StateStores;
import trainer.learning.model.Models;
import trainer.learning.optimizer.OptimizerChoice;
import trainer.learning.spi.Model;
import trainer.protocol.auth.Secret;

/**
 * A job that has passed all checks of configuration, model, input and output. These need its file
 * systems, but no other service of a cluster.
 */
public final class JobPreparation {
  private final ClientConfiguration configuration;
  private final UserJars jars;
  private final UserFiles files;
  private final ModelSpec model;
  private final Optional<InputTable> table;
  private final long inputFiles;
  private final long inputBytes;

  private JobPreparation(
      ClientConfiguration configuration,
      UserJars jars,
      UserFiles files,
      ModelSpec model,
      List<InputFile> input,
      Optional<InputTable> table) {
    this.table = table;
    this.configuration = configuration;
    this.jars = jars;
    this.files = files;
    this.model = model;
    this.inputFiles = input.size();
    this.inputBytes = input.stream().mapToLong(InputFile::length).sum();
  }

  /**
   * Checks a configuration.
   *
   * @param defaultJobDir the folder of jobs when {@code trainer.job.dir} is not set
   */
  public static JobPreparation check(ClientConfiguration given, String defaultJobDir) {
    require(given.settings(), Keys.INPUT, "--input");
    require(given.settings(), Keys.OUTPUT, "--output");
    UserJars jars = UserJars.of(given.hadoop(), given.settings());
    UserFiles userFiles = UserFiles.of(given.hadoop(), given.settings());
    ModelSpec model = declared(given.settings(), jars);
    Map<String, String> changed = QualifiedPaths.of(given.hadoop(), given.settings());
    changed.putAll(userFiles.settings());
    changed.putIfAbsent(Keys.JOB_DIR.name(), defaultJobDir);
    changed.putAll(OptimizerChoice.unset(given.settings(), model.labels(), model.tables()));
    ClientConfiguration qualified = given.with(changed);
    Optional<InputTable> table =
        InputTable.of(jars.reading(qualified.hadoop()), qualified.settings(), model.labels());
    ClientConfiguration configuration =
        table.map(one -> qualified.with(one.resolvedSettings())).orElse(qualified);
    Settings settings = configuration.settings();
    TableMemory.check(settings, model.tables());
    List<InputFile> input = checkedInput(configuration, jars, model);
    table.ifPresent(
        one -> one.warnings().forEach(warning -> System.err.println("WARNING " + warning)));
    new OutputCheck(configuration.hadoop(), settings).check();
    StateStores.check(settings);
    return new JobPreparation(configuration, jars, userFiles, model, input, table);
  }

  private static List<InputFile> checkedInput(
      ClientConfiguration configuration, UserJars jars, ModelSpec model) {
    Settings settings = configuration.settings();
    InputCheck check =
        new InputCheck(jars.reading(configuration.hadoop()), settings, model.labels());
    InputCheck.Passed input = check.check(settings.get(Keys.INPUT));
    input.warnings().forEach(warning -> System.err.println("WARNING " + warning));
    settings
        .find(Keys.VALIDATION_INPUT)
        .map(held -> ValidationInput.named(() -> check.checkHeldOut(held)))
        .ifPresent(
            held -> {
              held.warnings()
                  .forEach(warning -> System.err.println("WARNING validation: " + warning));
              ValidationInput.overlap(input.files(), held.files())
                  .ifPresent(warning -> System.err.println("WARNING " + warning));
            });
    return input.files();
  }

  private static void require(Settings settings, Key<String> key, String flag) {
    if (settings.find(key).map(String::isBlank).orElse(true)) {
      throw new FailureException(
          FailureKind.CONFIG_INVALID, key.name() + " is not set", flag, "give " + flag + " URI");
    }
  }

  private static ModelSpec declared(Settings settings, UserJars jars) {
    Model model = Models.load(settings, jars.classes());
    requireBinary(settings, model);
    boolean hasWeights = !settings.get(Keys.WEIGHT).isEmpty() || isSampled(settings);
    if (hasWeights && !model.isWeighted()) {
      throw new FailureException(
          FailureKind.CONFIG_CONFLICT,
          "model " + settings.get(Keys.MODEL) + " ignores the weights of records",
          (isSampled(settings) ? Keys.INPUT_NEGATIVES : Keys.WEIGHT).name(),
          "leave it out, or give a model whose isWeighted() is true");
    }
    return Models.declared(model, settings);
  }

  private static boolean isSampled(Settings settings) {
    return settings.get(Keys.INPUT_NEGATIVES) < 1;
  }

  private static void requireBinary(Settings settings, Model model) {
    if (isSampled(settings) && model.labels().kind() != Labels.Kind.BINARY) {
      throw new FailureException(
          FailureKind.CONFIG_CONFLICT,
          "model " + settings.get(Keys.MODEL) + " has no negatives: its labels are not 0 and 1",
          Keys.INPUT_NEGATIVES.name(),
          "leave it out");
    }
  }

  /** The configuration with every path qualified. */
  public ClientConfiguration configuration() {
    return configuration;
  }

  public Settings settings() {
    return configuration.settings();
  }

  /** The length of all training files. */
  public long inputBytes() {
    return inputBytes;
  }

  /** A summary of the training data, in one line. */
  public String inputSummary() {
    return Quantity.of(inputFiles, "file") + ", " + Quantity.of(inputBytes, "byte");
  }

  /** The columns of the training data and their use, a line each; none for keys and values. */
  public List<String> inputColumns() {
    return table.map(InputTable::lines).orElse(List.of());
  }

  /** The job file, with the job's id. */
  public JobSpec spec(JobId id, String user, String clientVersion) {
    String folder = settings().get(Keys.JOB_DIR) + "/" + id.application();
    return new JobSpec(id, user, folder, settings().texts(), model, jars.named(), clientVersion);
  }

  /** The user's jars. */
  public UserJars jars() {
    return jars;
  }

  /** The user's files and archives. */
  public UserFiles files() {
    return files;
  }

  /** A secret of this application's own. */
  public static Secret newSecret() {
    return Secret.random(new SecureRandom());
  }
}
