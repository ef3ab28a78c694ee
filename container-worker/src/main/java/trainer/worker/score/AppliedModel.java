package trainer.worker.score;

import java.io.IOException;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.avro.model.ModelManifest;
import trainer.container.files.AppliedManifest;
import trainer.container.files.StoredModel;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.learning.block.TrainedModel;
import trainer.learning.model.Models;
import trainer.learning.spi.Model;
import trainer.worker.compute.BlockWeights;
import trainer.worker.compute.LoadedWeights;
import trainer.worker.compute.PulledWeights;

/**
 * The trained model of a scoring job.
 *
 * @param model the class that computes
 * @param weights gives each thread its access to the rows
 */
public record AppliedModel(Model model, ModelManifest manifest, Supplier<BlockWeights> weights) {
  private static final Logger LOG = LoggerFactory.getLogger(AppliedModel.class);

  /**
   * Loads the model that a job names, with all its rows.
   *
   * @param classes the class loader of the model
   * @throws FailureException if it cannot be loaded, is too large for this process, or is another
   *     one than at the start of the job
   */
  public static AppliedModel load(Settings settings, Configuration hadoop, ClassLoader classes) {
    return read(
        settings,
        hadoop,
        (stored, manifest) -> {
          long memory = TrainedModel.room(Runtime.getRuntime().maxMemory());
          int threads = settings.get(Keys.WORKER_VCORES);
          String advice = "raise " + Keys.WORKER_MEMORY_MB;
          TrainedModel rows = TrainedModel.read(stored, manifest, memory, threads, advice);
          LOG.info("a model of {} rows is loaded", manifest.rows());
          Model model = Models.load(settings, classes);
          return new AppliedModel(
              model, manifest, () -> new LoadedWeights(model, rows, manifest.tables()));
        });
  }

  /**
   * Loads the model that a job names, without its rows.
   *
   * @param classes the class loader of the model
   * @param rows gives the rows
   * @throws FailureException if it cannot be loaded, or is another one than at the start of the job
   */
  public static AppliedModel served(
      Settings settings, Configuration hadoop, ClassLoader classes, PulledWeights.Source rows) {
    return read(
        settings,
        hadoop,
        (stored, manifest) -> {
          Model model = Models.load(settings, classes);
          return new AppliedModel(
              model, manifest, () -> new PulledWeights(model, manifest.tables(), rows));
        });
  }

  private interface Reading {
    AppliedModel of(StoredModel stored, ModelManifest manifest) throws IOException;
  }

  private static AppliedModel read(Settings settings, Configuration hadoop, Reading reading) {
    String uri = settings.get(Keys.SCORE_MODEL_URI);
    try {
      StoredModel stored = StoredModel.at(uri, hadoop);
      return reading.of(stored, AppliedManifest.read(stored, settings.get(Keys.SCORE_MODEL_ID)));
    } catch (IOException e) {
      throw new FailureException(
          new Failure(
              FailureKind.STORAGE_FAILED,
              "the model cannot be read: " + e,
              uri,
              "check that file system"),
          e);
    }
  }
}
