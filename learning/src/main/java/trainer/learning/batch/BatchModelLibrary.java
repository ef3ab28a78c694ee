package trainer.learning.batch;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/** Finds the library that opens a model of another program. */
public final class BatchModelLibrary {
  /** The optional jars that Trainer's build makes, by the ends of the files' names. */
  private static final Map<String, String> JARS = Map.of(".onnx", "trainer-onnx.jar");

  private BatchModelLibrary() {}

  /** The jar for a model, by its name; empty for a folder with a model of Trainer's. */
  public static Optional<String> jarFor(String model) {
    String name = model.toLowerCase(Locale.ROOT);
    return JARS.entrySet().stream()
        .filter(jar -> name.endsWith(jar.getKey()))
        .map(Map.Entry::getValue)
        .findFirst();
  }

  /**
   * Opens a model by the library for its name.
   *
   * @param jars has the classes of the library
   * @param folder of this process, where native libraries may be unpacked
   * @throws FailureException CLASS_NOT_FOUND without a library; as {@link BatchModels#open}
   */
  public static BatchModel open(
      BatchModelFile file, Settings settings, ClassLoader jars, Path folder) throws IOException {
    String name = file.location().toLowerCase(Locale.ROOT);
    return ServiceLoader.load(BatchModels.class, jars).stream()
        .map(ServiceLoader.Provider::get)
        .filter(library -> name.endsWith(library.extension()))
        .findFirst()
        .orElseThrow(() -> missing(file))
        .open(file, settings, folder);
  }

  private static FailureException missing(BatchModelFile file) {
    String jar = jarFor(file.location()).orElse("a jar for it");
    return new FailureException(
        FailureKind.CLASS_NOT_FOUND,
        "a model of this kind needs " + jar,
        file.location(),
        "put it beside trainer-client.jar, or give it with --jars");
  }
}
