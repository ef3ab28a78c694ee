package trainer.client.submit;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import trainer.avro.model.ManifestFile;
import trainer.avro.model.ModelManifest;
import trainer.client.config.ClientConfiguration;
import trainer.container.files.StoredModel;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.input.Labels;
import trainer.core.input.Loss;
import trainer.core.job.ModelSpec;
import trainer.core.job.Phase;
import trainer.learning.model.Models;
import trainer.learning.optimizer.OptimizerChoice;
import trainer.learning.spi.Model;

/**
 * The model of a job, and the configuration with what follows from it.
 *
 * @param spec the declarations that go into the job file
 * @param lines what a scoring job does with its model, for people; empty if it is trained
 */
record JobModel(ClientConfiguration configuration, ModelSpec spec, List<String> lines) {
  /** The model that a configuration names: one to be trained, or a trained one to be applied. */
  static JobModel of(ClientConfiguration given, UserJars jars) {
    if (ForeignModel.isNamed(given.settings())) {
      return foreign(given, jars);
    }
    ForeignModel.refuseItsColumns(given.settings());
    if (given.settings().find(Keys.IMPORT_FORMAT).isPresent()) {
      return imported(given);
    }
    return given.settings().find(Keys.SCORE_MODEL_URI).isPresent()
        ? applied(given, jars)
        : trained(given, jars);
  }

  /** No model: the records are copied. */
  private static JobModel imported(ClientConfiguration given) {
    ClientConfiguration configuration = given.with(Map.of(Keys.LABEL_REQUIRED.name(), "false"));
    return new JobModel(configuration, withoutParameters("import"), List.of());
  }

  /** A model of another program, which has no rows. */
  private static JobModel foreign(ClientConfiguration given, UserJars jars) {
    ForeignModel.Applied applied = ForeignModel.apply(given, jars);
    return new JobModel(applied.configuration(), withoutParameters("scoring"), applied.lines());
  }

  private static ModelSpec withoutParameters(String pass) {
    Phase once = new Phase.Passes(pass, 1);
    return new ModelSpec(List.of(), Labels.NUMBERS, Loss.UNNAMED, List.of(once));
  }

  private static JobModel trained(ClientConfiguration given, UserJars jars) {
    Settings settings = given.settings();
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
    ModelSpec spec = Models.declared(model, settings);
    return new JobModel(
        given.with(OptimizerChoice.unset(settings, spec.labels(), spec.tables())), spec, List.of());
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

  /** A trained model has tables only where pservers hold its rows. */
  private static JobModel applied(ClientConfiguration given, UserJars jars) {
    String uri = given.settings().get(Keys.SCORE_MODEL_URI);
    try {
      StoredModel stored = StoredModel.at(uri, given.hadoop());
      ModelManifest manifest = ManifestFile.read(stored);
      Map<String, String> changed =
          new HashMap<>(TrainedModelSettings.of(given.settings(), manifest.origin()).texts());
      changed.put(Keys.SCORE_MODEL_URI.name(), stored.location());
      changed.put(Keys.SCORE_MODEL_ID.name(), manifest.modelId());
      if (given.settings().get(Keys.SCORE_OUTPUT_FORMAT) != Keys.ScoreFormat.NONE) {
        changed.put(Keys.LABEL_REQUIRED.name(), "false");
      }
      ClientConfiguration applied = given.with(changed);
      ModelPlacement placement =
          new ModelPlacement(applied.settings(), manifest, stored.location());
      Map<String, String> placed = placement.decide();
      ClientConfiguration configuration = applied.with(placed);
      boolean isServed = configuration.settings().get(Keys.SCORE_MODEL) == Keys.ScoreModel.PSERVER;
      Model model = Models.load(configuration.settings(), jars.classes());
      Phase pass = new Phase.Passes("scoring", 1);
      return new JobModel(
          configuration,
          new ModelSpec(
              isServed ? manifest.tables() : List.of(),
              model.labels(),
              model.loss(),
              List.of(pass)),
          List.of("model: " + placement.inWords(configuration.settings().get(Keys.PSERVERS))));
    } catch (IOException e) {
      throw ServiceFailure.of(uri, e);
    }
  }
}
