package trainer.worker.score;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import trainer.container.files.ModelFile;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.data.format.TableUse;
import trainer.learning.batch.BatchModel;
import trainer.learning.batch.BatchModelFile;
import trainer.learning.batch.BatchModelLibrary;
import trainer.learning.spi.Outputs;

/**
 * The model of another program that a scoring job applies.
 *
 * @param batch the records of a batch
 * @param places of the columns that it reads, among those that are kept
 */
public record ForeignModel(BatchModel model, int batch, int[] places) implements AutoCloseable {
  /** Native libraries are unpacked here, in the working folder, which ends with the container. */
  private static final Path NATIVES = Path.of("natives").toAbsolutePath();

  /**
   * Opens the model that a job names.
   *
   * @param classes have the library that opens it
   * @throws FailureException if it cannot be opened, or is another one than at the start of the job
   */
  public static ForeignModel open(Settings settings, Configuration hadoop, ClassLoader classes) {
    String uri = settings.get(Keys.SCORE_MODEL_URI);
    try {
      Files.createDirectories(NATIVES);
      BatchModelFile file = read(ModelFile.at(uri, hadoop), settings.get(Keys.SCORE_MODEL_ID));
      BatchModel model = BatchModelLibrary.open(file, settings, classes, NATIVES);
      List<String> kept = TableUse.of(settings).kept();
      int[] places = model.columns().stream().mapToInt(kept::indexOf).toArray();
      return new ForeignModel(model, settings.get(Keys.SCORE_BATCH), places);
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

  private static BatchModelFile read(ModelFile stored, String id) throws IOException {
    BatchModelFile file =
        new BatchModelFile(
            stored.location(),
            stored.copy(NATIVES),
            stored.copyBeside(BatchModelFile.TOKENIZER, NATIVES));
    if (!file.id().equals(id)) {
      throw new FailureException(
          FailureKind.INPUT_CHANGED,
          "the model is " + file.id() + " now, and was " + id + " at the start",
          file.location(),
          "score with a model that stays as it is; run the job again");
    }
    return file;
  }

  /** The outputs as they are written: those of the model. */
  public Outputs outputs() {
    return new AsTheyAre(model.outputs());
  }

  private record AsTheyAre(List<String> names) implements Outputs {
    @Override
    public void compute(float[] scores, int from, float[] outputs) {
      System.arraycopy(scores, from, outputs, 0, outputs.length);
    }
  }

  @Override
  public void close() {
    model.close();
  }
}
