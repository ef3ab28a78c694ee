package trainer.data.format;

import org.apache.hadoop.conf.Configuration;

/**
 * Makes the formats of classes that a job names, as {@code trainer.input.format} may. It is
 * registered as an {@link InputFormat} is, in the file of its own name.
 */
public interface ClassFormats {
  /**
   * The format of a class.
   *
   * @param name the value of {@code trainer.input.format}
   * @param hadoop the configuration of the class, whose class loader finds it
   * @throws trainer.core.failure.FailureException CLASS_NOT_FOUND, CLASS_WRONG_TYPE
   */
  InputFormat of(String name, Configuration hadoop);
}
