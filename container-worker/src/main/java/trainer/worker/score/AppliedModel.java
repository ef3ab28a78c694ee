package trainer.worker.score;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import trainer.avro.model.ManifestFile;
import trainer.avro.model.ModelManifest;
import trainer.container.files.StoredModel;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.learning.block.TrainedModel;
import trainer.learning.model.Models;
import trainer.learning.spi.Model;

/**
 * The trained model of a scoring job, in memory.
 *
 * @param model the class that computes
 * @param rows all rows that were trained
 */
public record AppliedModel(Model model, ModelManifest manifest, TrainedModel rows) {
  /**
   * Loads the model that a job names.
   *
   * @param classes the class loader of the model
   * @throws FailureException if it cannot be loaded, is too large for this process, or is another
   *     one than at the start of the job
   */
  public static AppliedModel load(Settings settings, Configuration hadoop, ClassLoader classes) {
    Model model = Models.load(settings, classes);
    String uri = settings.get(Keys.SCORE_MODEL_URI);
    try {
      StoredModel stored = StoredModel.at(uri, hadoop);
      ModelManifest manifest = ManifestFile.read(stored);
      requireSame(settings, manifest, uri);
      long memory = TrainedModel.room(Runtime.getRuntime().maxMemory());
      int threads = settings.get(Keys.WORKER_VCORES);
      String advice = "raise " + Keys.WORKER_MEMORY_MB;
      return new AppliedModel(
          model, manifest, TrainedModel.read(stored, manifest, memory, threads, advice));
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

  private static void requireSame(Settings settings, ModelManifest manifest, String uri) {
    String expected = settings.get(Keys.SCORE_MODEL_ID);
    if (!manifest.modelId().equals(expected)) {
      throw new FailureException(
          FailureKind.INPUT_CHANGED,
          "the model is " + manifest.modelId() + " now, and was " + expected + " at the start",
          uri,
          "score with a model that stays as it is; run the job again");
    }
  }
}
