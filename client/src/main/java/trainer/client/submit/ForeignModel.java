package trainer.client.submit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.FileUtil;
import trainer.client.config.ClientConfiguration;
import trainer.container.files.ModelFile;
import trainer.core.config.Key;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.feature.ColumnName;
import trainer.data.file.InputNames;
import trainer.data.format.whole.WholeFileFormat;
import trainer.learning.batch.BatchModel;
import trainer.learning.batch.BatchModelFile;
import trainer.learning.batch.BatchModelLibrary;

/** A model of another program that a scoring job applies, opened once before the start. */
final class ForeignModel {
  /** The system property of the client's launcher: the folder of its jar. */
  private static final String OWN_FOLDER = "trainer.client.folder";

  private static final int LEAST_JAVA_MB = 256;

  /** What another program's model knows of itself, and no setting says. */
  private static final List<Key<?>> OF_TRAINING =
      List.of(Keys.LABEL, Keys.WEIGHT, Keys.FEATURES, Keys.PSERVERS);

  /**
   * The configuration, and the model's use in words.
   *
   * @param lines about inputs, outputs and memory
   */
  record Applied(ClientConfiguration configuration, List<String> lines) {}

  private ForeignModel() {}

  /** Whether a job applies such a model, by its name. */
  static boolean isNamed(Settings settings) {
    return jar(settings).isPresent();
  }

  /**
   * Refuses the key by which processes recognise such a job, in any other job.
   *
   * @throws FailureException CONFIG_CONFLICT
   */
  static void refuseItsColumns(Settings settings) {
    if (settings.appliesForeignModel()) {
      throw new FailureException(
          FailureKind.CONFIG_CONFLICT,
          "only a model of another program reads columns as they are",
          Keys.SCORE_COLUMNS.name(),
          "leave it out");
    }
  }

  private static Optional<String> jar(Settings settings) {
    return settings.find(Keys.SCORE_MODEL_URI).flatMap(BatchModelLibrary::jarFor);
  }

  /**
   * The configuration with the library's jar in {@code trainer.jars}, if the job needs one that
   * lies beside the client's own.
   */
  static ClientConfiguration withLibrary(ClientConfiguration given) {
    Settings settings = given.settings();
    String folder = System.getProperty(OWN_FOLDER);
    Optional<String> jar = jar(settings);
    if (jar.isEmpty() || folder == null) {
      return given;
    }
    String jars = settings.find(Keys.JARS).orElse("");
    boolean isGiven = InputNames.split(jars).stream().anyMatch(name -> name.endsWith(jar.get()));
    Path beside = Path.of(folder, jar.get());
    if (isGiven || !Files.exists(beside)) {
      return given;
    }
    String all = jars.isEmpty() ? beside.toString() : jars + "," + beside;
    return given.with(Map.of(Keys.JARS.name(), all));
  }

  /**
   * Opens the model.
   *
   * @throws FailureException CLASS_NOT_FOUND without the library; MODEL_NOT_FOUND, MODEL_CORRUPT;
   *     CONFIG_INVALID, CONFIG_CONFLICT; RESOURCE_TOO_LARGE if a worker has no room for it
   */
  static Applied apply(ClientConfiguration given, UserJars jars) {
    Settings settings = given.settings();
    for (Key<?> key : OF_TRAINING) {
      if (settings.isSet(key)) {
        throw new FailureException(
            FailureKind.CONFIG_CONFLICT,
            "the model is another program's, and has no use for " + key.name(),
            settings.get(Keys.SCORE_MODEL_URI),
            "leave it out");
      }
    }
    if (settings.get(Keys.SCORE_OUTPUT_FORMAT) == Keys.ScoreFormat.NONE) {
      throw new FailureException(
          FailureKind.CONFIG_CONFLICT,
          "only a model of Trainer's has metrics",
          Keys.SCORE_OUTPUT_FORMAT.name(),
          "give csv, avro or parquet");
    }
    try {
      Path folder = Files.createTempDirectory("trainer-model-");
      try {
        return opened(given, jars, folder);
      } finally {
        FileUtil.fullyDelete(folder.toFile());
      }
    } catch (IOException e) {
      throw ServiceFailure.of(settings.get(Keys.SCORE_MODEL_URI), e);
    }
  }

  private static Applied opened(ClientConfiguration given, UserJars jars, Path folder)
      throws IOException {
    Settings settings = given.settings();
    ModelFile stored = ModelFile.at(settings.get(Keys.SCORE_MODEL_URI), given.hadoop());
    BatchModelFile file =
        new BatchModelFile(
            stored.location(),
            stored.copy(folder),
            stored.copyBeside(BatchModelFile.TOKENIZER, folder));
    try (BatchModel model = BatchModelLibrary.open(file, settings, jars.classes(), folder)) {
      return applied(given, file, model);
    }
  }

  private static Applied applied(ClientConfiguration given, BatchModelFile file, BatchModel model)
      throws IOException {
    Map<String, String> changed = new HashMap<>();
    changed.put(Keys.SCORE_MODEL_URI.name(), file.location());
    changed.put(Keys.SCORE_MODEL_ID.name(), file.id());
    changed.put(Keys.SCORE_MODEL.name(), "worker");
    changed.put(Keys.SCORE_MODEL_MB.name(), "" + model.memoryMb());
    changed.put(Keys.SCORE_BATCH.name(), "" + model.batch());
    changed.put(Keys.SCORE_COLUMNS.name(), columns(model));
    changed.put(Keys.PSERVERS.name(), "0");
    changed.put(Keys.LABEL_REQUIRED.name(), "false");
    changed.put(Keys.WORKER_NATIVE_MB.name(), "" + nativeMb(given.settings(), file, model));
    if (model.takesFiles()) {
      requireWholeFiles(given.settings());
      changed.put(Keys.INPUT_FORMAT.name(), WholeFileFormat.NAME);
    }
    return new Applied(given.with(changed), model.lines());
  }

  private static String columns(BatchModel model) {
    return model.columns().stream().map(ColumnName::written).collect(Collectors.joining(","));
  }

  private static void requireWholeFiles(Settings settings) {
    if (settings.isSet(Keys.INPUT_FORMAT)
        && !settings.get(Keys.INPUT_FORMAT).equals(WholeFileFormat.NAME)) {
      throw new FailureException(
          FailureKind.CONFIG_CONFLICT,
          "the model takes whole files, such as images",
          Keys.INPUT_FORMAT.name(),
          "leave it out");
    }
  }

  private static int nativeMb(Settings settings, BatchModelFile file, BatchModel model) {
    int needed = model.memoryMb();
    if (settings.isSet(Keys.WORKER_NATIVE_MB)) {
      int given = settings.get(Keys.WORKER_NATIVE_MB);
      if (given < needed) {
        throw new FailureException(
            FailureKind.RESOURCE_TOO_LARGE,
            "the model takes about " + needed + " MB outside Java's heap",
            file.location() + ", " + Keys.WORKER_NATIVE_MB + " is " + given,
            "set " + Keys.WORKER_NATIVE_MB + " to " + needed + "; for a pool with session start");
      }
      return given;
    }
    if (settings.get(Keys.WORKER_MEMORY_MB) - needed < LEAST_JAVA_MB) {
      throw new FailureException(
          FailureKind.RESOURCE_TOO_LARGE,
          "the model takes about " + needed + " MB outside Java's heap",
          file.location(),
          "set " + Keys.WORKER_MEMORY_MB + " to " + (needed + LEAST_JAVA_MB) + " or more");
    }
    return needed;
  }
}
