package trainer.data.format;

import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;

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

  private static final ClassFormats CLASSES =
      ServiceLoader.load(ClassFormats.class, ClassFormats.class.getClassLoader())
          .findFirst()
          .orElseThrow();

  private InputFormats() {}

  /** The registered formats, by name. */
  static List<InputFormat> all() {
    return REGISTERED;
  }

  /** Whether a value of {@code trainer.input.format} names a class of Hadoop's, by its package. */
  static boolean isClass(String name) {
    return name.indexOf('.') >= 0;
  }

  /** The format of a class; see {@link ClassFormats#of}. */
  static InputFormat ofClass(String name, Configuration hadoop) {
    return CLASSES.of(name, hadoop);
  }

  /** The legal values of {@code trainer.input.format}, apart from classes. */
  public static List<String> words() {
    return Stream.concat(Stream.of(AUTO), REGISTERED.stream().map(InputFormat::name)).toList();
  }
}
