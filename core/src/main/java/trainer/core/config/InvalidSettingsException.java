package trainer.core.config;

import java.util.List;
import java.util.stream.Collectors;
import trainer.core.failure.Failure;

/** All defects of a configuration, reported together. */
public final class InvalidSettingsException extends RuntimeException {
  private final transient List<Failure> problems;

  public InvalidSettingsException(List<Failure> problems) {
    super(problems.stream().map(Failure::message).collect(Collectors.joining("\n")));
    this.problems = List.copyOf(problems);
  }

  /** At least one. */
  public List<Failure> problems() {
    return problems;
  }
}
