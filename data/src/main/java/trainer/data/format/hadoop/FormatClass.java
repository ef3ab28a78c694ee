package trainer.data.format.hadoop;

import java.lang.reflect.Modifier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.util.ReflectionUtils;
import trainer.core.config.Keys;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.failure.Thrown;

/** Finds and constructs the class that {@code trainer.input.format} names. */
final class FormatClass {
  private static final String OLD_API = "org.apache.hadoop.mapred.InputFormat";

  private FormatClass() {}

  /**
   * Finds a class.
   *
   * @throws FailureException CLASS_NOT_FOUND, CLASS_WRONG_TYPE
   */
  static Class<? extends InputFormat<?, ?>> find(String name, ClassLoader loader) {
    Class<?> found = load(name, loader);
    if (isOfOldApi(found)) {
      throw wrongType(
          name,
          "it implements " + OLD_API + ", the interface of the old API",
          "name a class of org.apache.hadoop.mapreduce, such as the one of the same name in"
              + " org.apache.hadoop.mapreduce.lib.input",
          null);
    }
    if (!InputFormat.class.isAssignableFrom(found)) {
      throw wrongType(
          name, "it is not an InputFormat", "let it extend " + InputFormat.class.getName(), null);
    }
    if (Modifier.isAbstract(found.getModifiers())) {
      throw wrongType(name, "it is abstract", "name a class that can be constructed", null);
    }
    @SuppressWarnings("unchecked")
    Class<? extends InputFormat<?, ?>> type = (Class<? extends InputFormat<?, ?>>) found;
    return type;
  }

  private static boolean isOfOldApi(Class<?> found) {
    boolean isOfNewApi = InputFormat.class.isAssignableFrom(found);
    return !isOfNewApi && org.apache.hadoop.mapred.InputFormat.class.isAssignableFrom(found);
  }

  private static Class<?> load(String name, ClassLoader loader) {
    try {
      return Class.forName(name, true, loader);
    } catch (ClassNotFoundException e) {
      throw failure(
          FailureKind.CLASS_NOT_FOUND,
          "there is no class " + name,
          name,
          "correct the name, or give its jar with --jars",
          e);
    } catch (UnsupportedClassVersionError e) {
      throw wrongType(
          name,
          "it was compiled for a newer Java (" + e.getMessage() + ")",
          "compile it for Java " + Runtime.version().feature(),
          e);
    } catch (LinkageError e) {
      throw failure(
          FailureKind.CLASS_NOT_FOUND,
          "class " + name + " cannot be linked (" + e + ")",
          name,
          "give the jars it needs with --jars",
          e);
    }
  }

  /**
   * Constructs an instance, with its configuration.
   *
   * @throws FailureException CLASS_WRONG_TYPE
   */
  static InputFormat<?, ?> construct(
      Class<? extends InputFormat<?, ?>> type, Configuration hadoop) {
    try {
      return ReflectionUtils.newInstance(type, hadoop);
    } catch (Throwable e) { // any exception of the class is reported with its name
      Thrown.requireOfCode(e);
      throw wrongType(
          type.getName(),
          "it cannot be constructed: " + Thrown.inWords(e),
          "give it a constructor without parameters that succeeds",
          e);
    }
  }

  private static FailureException wrongType(
      String name, String what, String advice, Throwable cause) {
    return failure(
        FailureKind.CLASS_WRONG_TYPE, "class " + name + ": " + what, name, advice, cause);
  }

  private static FailureException failure(
      FailureKind kind, String what, String name, String advice, Throwable cause) {
    String where = Keys.INPUT_FORMAT.name() + "=" + name;
    return new FailureException(new Failure(kind, what, where, advice), cause);
  }
}
