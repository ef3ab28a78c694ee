package trainer.client.submit;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import trainer.client.config.ClientConfiguration;
import trainer.client.table.SampledTable;
import trainer.core.config.Key;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.input.InputFile;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.core.job.ModelSpec;
import trainer.core.message.Measures;
import trainer.core.text.Quantity;
import trainer.data.file.InputLister;
import trainer.data.file.PartitionFilter;
import trainer.data.file.PlannedTables;
import trainer.data.index.InputCheck;
import trainer.data.index.ValidationInput;
import trainer.journal.StateStores;
import trainer.protocol.auth.Secret;

/**
 * A job that has passed all checks of configuration, model, input and output. These need its file
 * systems, but no other service of a cluster.
 */
public final class JobPreparation implements Preparation {
  private final ClientConfiguration configuration;
  private final UserJars jars;
  private final UserFiles files;
  private final JobModel model;
  private final Optional<? extends SampledTable> table;
  private final TableInputs tables;
  private final long inputFiles;
  private final long inputBytes;

  private JobPreparation(
      ClientConfiguration configuration,
      UserJars jars,
      UserFiles files,
      JobModel model,
      List<InputFile> input,
      Optional<? extends SampledTable> table,
      TableInputs tables) {
    this.table = table;
    this.tables = tables;
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
  public static JobPreparation check(ClientConfiguration named, String defaultJobDir) {
    require(named.settings(), Keys.INPUT, "--input");
    if (!isEvaluation(named.settings())) {
      require(named.settings(), Keys.OUTPUT, "--output");
    }
    ClientConfiguration complete = ForeignModel.withLibrary(named);
    UserJars jars = UserJars.of(complete.hadoop(), complete.settings());
    TableInputs tables = TableInputs.of(jars.planning(complete.hadoop()), complete.settings());
    ClientConfiguration given = complete.with(tables.settings());
    UserFiles userFiles = UserFiles.of(given.hadoop(), given.settings());
    JobModel jobModel = JobModel.of(given, jars);
    ModelSpec model = jobModel.spec();
    requireMetric(given.settings(), model);
    Map<String, String> changed = QualifiedPaths.of(given.hadoop(), given.settings());
    changed.putAll(userFiles.settings());
    changed.putIfAbsent(Keys.JOB_DIR.name(), defaultJobDir);
    if (isEvaluation(given.settings())) {
      String folder = changed.get(Keys.JOB_DIR.name()) + "-evaluations/" + UUID.randomUUID();
      changed.putIfAbsent(Keys.OUTPUT.name(), folder);
    }
    ClientConfiguration qualified = jobModel.configuration().withPaths(changed);
    InputLister.Listing listing =
        new InputLister(
                jars.reading(qualified.hadoop()),
                PartitionFilter.of(qualified.settings()),
                PlannedTables.of(qualified.settings()))
            .list(qualified.settings().get(Keys.INPUT));
    Optional<? extends SampledTable> table =
        SampledTable.of(
            jars.reading(qualified.hadoop()), qualified.settings(), listing, model.labels());
    ClientConfiguration configuration =
        table.isPresent() ? qualified.with(table.get().resolvedSettings()) : qualified;
    Settings settings = configuration.settings();
    if (settings.isTraining()) {
      InitialModel.check(configuration.hadoop(), settings, model);
      TableMemory.check(settings, model.tables());
    }
    List<InputFile> input = checkedInput(configuration, listing, jars, model);
    table.ifPresent(
        one -> one.warnings().forEach(warning -> System.err.println("WARNING " + warning)));
    new OutputCheck(configuration.hadoop(), settings).check();
    StateStores.check(settings);
    return new JobPreparation(configuration, jars, userFiles, jobModel, input, table, tables);
  }

  /** Whether metrics are wanted, and no rows. */
  private static boolean isEvaluation(Settings settings) {
    return settings.find(Keys.SCORE_MODEL_URI).isPresent()
        && settings.get(Keys.SCORE_OUTPUT_FORMAT) == Keys.ScoreFormat.NONE;
  }

  /** Refuses a metric of early stopping that the model does not have. */
  private static void requireMetric(Settings settings, ModelSpec model) {
    List<String> names = new Measures(model.labels(), model.loss()).names();
    String metric = settings.find(Keys.EARLY_STOPPING_METRIC).orElse(names.get(0));
    if (!names.contains(metric)) {
      throw new FailureException(
          FailureKind.CONFIG_INVALID,
          "the model has no metric " + metric,
          Keys.EARLY_STOPPING_METRIC.name(),
          "give one of " + String.join(", ", names));
    }
  }

  private static List<InputFile> checkedInput(
      ClientConfiguration configuration,
      InputLister.Listing listing,
      UserJars jars,
      ModelSpec model) {
    Settings settings = configuration.settings();
    InputCheck check =
        new InputCheck(jars.reading(configuration.hadoop()), settings, model.labels());
    InputCheck.Passed input = check.check(settings.get(Keys.INPUT), listing);
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

  @Override
  public ClientConfiguration configuration() {
    return configuration;
  }

  @Override
  public int number() {
    return 1;
  }

  @Override
  public long readBytes() {
    return inputBytes * settings().get(Keys.EPOCHS);
  }

  @Override
  public List<String> inputs() {
    return QualifiedPaths.inputs(settings());
  }

  @Override
  public List<String> outputs() {
    return List.of(settings().get(Keys.OUTPUT));
  }

  /**
   * What the job works on, in lines: the input, the columns of a table and their use, and where a
   * trained model is placed.
   */
  public List<String> summary() {
    List<String> lines = new ArrayList<>();
    lines.add("input: " + Quantity.of(inputFiles, "file") + ", " + Quantity.of(inputBytes, "byte"));
    lines.addAll(tables.lines());
    table.ifPresent(columns -> lines.addAll(columns.lines()));
    lines.addAll(model.lines());
    return lines;
  }

  @Override
  public JobSpec spec(JobId id, String user, String clientVersion) {
    String folder = settings().get(Keys.JOB_DIR) + "/" + id.application();
    return new JobSpec(
        id, user, folder, settings().texts(), model.spec(), jars.named(), clientVersion);
  }

  @Override
  public UserJars jars() {
    return jars;
  }

  @Override
  public UserFiles files() {
    return files;
  }

  /** A secret of this application's own. */
  public static Secret newSecret() {
    return Secret.random(new SecureRandom());
  }
}
