package trainer.learning.batch;

import java.io.IOException;
import java.nio.file.Path;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;

/**
 * Opens models of one file format. An implementation is a service ({@link java.util.ServiceLoader})
 * of an optional jar, such as {@code trainer-onnx.jar}. The class is public and has a public
 * constructor without parameters.
 */
public interface BatchModels {
  /** The end of the names of such files, in lower case, such as {@code .onnx}. */
  String extension();

  /**
   * Opens a model, and checks it against the settings.
   *
   * @param settings of the job
   * @param folder of this process, where native libraries may be unpacked; it exists
   * @throws FailureException MODEL_CORRUPT for a file that cannot be opened; CONFIG_INVALID or
   *     CONFIG_CONFLICT for settings that do not fit it; NODE_UNFIT where this machine cannot run
   *     the library
   * @throws IOException if the copies cannot be read
   */
  BatchModel open(BatchModelFile file, Settings settings, Path folder) throws IOException;
}
