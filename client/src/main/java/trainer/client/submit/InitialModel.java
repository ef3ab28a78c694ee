package trainer.client.submit;

import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import trainer.avro.checkpoint.CheckpointFile;
import trainer.avro.checkpoint.CheckpointManifest;
import trainer.avro.model.ManifestFile;
import trainer.avro.model.ModelFormat;
import trainer.avro.model.ModelManifest;
import trainer.avro.model.ModelOrigin;
import trainer.container.files.StoredModel;
import trainer.core.config.Key;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.feature.FeatureTerms;
import trainer.core.job.ModelSpec;
import trainer.core.table.TableSpec;

/** The check of the model or checkpoint that a training begins with. */
final class InitialModel {
  private InitialModel() {}

  /**
   * Refuses what the job's model cannot begin with.
   *
   * @throws FailureException MODEL_NOT_FOUND, MODEL_CORRUPT; CONFIG_CONFLICT naming the key that
   *     differs
   */
  static void check(Configuration hadoop, Settings settings, ModelSpec model) {
    String place = settings.find(Keys.MODEL_INITIAL).orElse(null);
    if (place == null) {
      return;
    }
    try {
      Path path = new Path(place);
      StoredModel files = new StoredModel(path.getFileSystem(hadoop), path);
      if (files.names().contains(ModelFormat.MANIFEST)) {
        ModelManifest manifest = ManifestFile.read(files);
        check(settings, model, place, manifest.origin(), manifest.tables());
        refuseWithoutState(settings, place);
      } else if (files.names().contains(CheckpointManifest.NAME)) {
        CheckpointManifest manifest = CheckpointFile.read(files);
        check(settings, model, place, manifest.origin(), manifest.tables());
        requireSameState(settings, place, manifest.origin());
      } else {
        throw new FailureException(
            FailureKind.MODEL_NOT_FOUND,
            "the folder holds neither a model nor a checkpoint",
            place,
            "name the output of a job, or a folder that trainer checkpoint ls prints");
      }
    } catch (IOException e) {
      throw ServiceFailure.of(place, e);
    }
  }

  private static void check(
      Settings settings,
      ModelSpec model,
      String place,
      ModelOrigin origin,
      List<TableSpec> tables) {
    if (!origin.model().equals(settings.get(Keys.MODEL))) {
      throw conflict(place, Keys.MODEL.name(), origin.model(), settings.get(Keys.MODEL));
    }
    if (settings.get(Keys.TABLE_EXPIRY) > 0) {
      throw new FailureException(
          FailureKind.CONFIG_CONFLICT,
          "rows expire by the mini-batches of their own job",
          Keys.TABLE_EXPIRY.name(),
          "leave it out, or go on with the earlier job by --resume");
    }
    Settings earlier = Settings.of(origin.settings());
    for (Key<?> key : List.of(Keys.FEATURES_BITS, Keys.FEATURES_SEED)) {
      if (!earlier.get(key).equals(settings.get(key))) {
        throw conflict(place, key.name(), "" + earlier.get(key), "" + settings.get(key));
      }
    }
    List<TableSpec> own = model.tables();
    boolean areAlike =
        tables.size() == own.size()
            && IntStream.range(0, own.size()).allMatch(i -> tables.get(i).isLike(own.get(i)));
    if (!areAlike) {
      throw new FailureException(
          FailureKind.CONFIG_CONFLICT,
          "the tables of the model at " + place + " are not those of this job",
          Keys.MODEL_ARGUMENT_PREFIX + "*",
          "give the arguments that it was trained with; trainer model show prints them");
    }
  }

  /** A model has weights alone. */
  private static void refuseWithoutState(Settings settings, String place) {
    if (settings.get(Keys.OPTIMIZER) == Keys.OptimizerName.FTRL) {
      // without its state, the first step would forget the weight
      throw new FailureException(
          FailureKind.CONFIG_CONFLICT,
          "ftrl computes weights from its state, and a model has none",
          place,
          "begin with a checkpoint of the job that made it, or give another optimizer");
    }
    if (settings.get(Keys.TABLE_ADMISSION) > 1) {
      throw new FailureException(
          FailureKind.CONFIG_CONFLICT,
          "rows are admitted by a count, and a model has none",
          place,
          "begin with a checkpoint of the job that made it, or without " + Keys.TABLE_ADMISSION);
    }
  }

  /** A checkpoint has the optimizer's state, and no standardisation of a table. */
  private static void requireSameState(Settings settings, String place, ModelOrigin origin) {
    Settings own = Settings.of(origin.settings());
    for (Key<?> key : List.of(Keys.OPTIMIZER, Keys.TABLE_ADMISSION)) {
      if (!own.get(key).equals(settings.get(key))) {
        throw conflict(place, key.name(), own.get(key).toString(), settings.get(key).toString());
      }
    }
    if (!FeatureTerms.parse(settings.get(Keys.FEATURES)).standardised().isEmpty()) {
      throw new FailureException(
          FailureKind.CONFIG_CONFLICT,
          "a checkpoint does not say how the numbers of its table were standardised",
          place,
          "begin with the model of that job, or go on with the job by --resume");
    }
  }

  private static FailureException conflict(String place, String key, String own, String asked) {
    return new FailureException(
        FailureKind.CONFIG_CONFLICT,
        "what is at " + place + " was made with " + key + "=" + own + ", not " + asked,
        Keys.MODEL_INITIAL.name(),
        "give " + key + "=" + own);
  }
}
