package trainer.data.format;

import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/**
 * The registry of input formats: every {@link InputFormat} that a module of Trainer registers.
 * Formats of other modules, such as those with heavy libraries, register themselves in the same
 * way.
 */
public final class InputFormats {
  /** The value of {@code trainer.input.format} that lets each file decide. */
  public static final String AUTO = "auto";

  /** The registered formats by name, so that the class path's order decides nothing. */
  private static final List<InputFormat> REGISTERED =
      ServiceLoader.load(InputFormat.class, InputFormat.class.getClassLoader()).stream()
          .map(ServiceLoader.Provider::get)
          .sorted(Comparator.comparing(InputFormat::name))
          .toList();

  private InputFormats() {}

  /** The registered formats, by name. */
  static List<InputFormat> all() {
    return REGISTERED;
  }

  /** The legal values of {@code trainer.input.format}. */
  public static List<String> words() {
    return Stream.concat(Stream.of(AUTO), REGISTERED.stream().map(InputFormat::name)).toList();
  }
}
