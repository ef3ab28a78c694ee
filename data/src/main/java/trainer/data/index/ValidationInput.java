package trainer.data.index;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.input.InputFile;
import trainer.core.text.Quantity;

/**
 * Checks of the validation input against the training input: failures that name it, and shared
 * files.
 */
public final class ValidationInput {
  private ValidationInput() {}

  /**
   * A warning of files that are both trained on and scored, since their metrics do not show the
   * quality on other records.
   */
  public static Optional<String> overlap(List<InputFile> trained, List<InputFile> heldOut) {
    Set<String> paths = trained.stream().map(InputFile::path).collect(Collectors.toSet());
    List<InputFile> both = heldOut.stream().filter(file -> paths.contains(file.path())).toList();
    if (both.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        Quantity.of(both.size(), "file")
            + " of the validation input "
            + (both.size() == 1 ? "is" : "are")
            + " trained on, too, so that its figures say little of other data: "
            + both.get(0).path());
  }

  /** The result of {@code reading}; its failures name the validation input. */
  public static <T> T named(Supplier<T> reading) {
    try {
      return reading.get();
    } catch (FailureException e) {
      Failure failure = e.failure();
      throw new FailureException(
          new Failure(
              failure.kind(),
              "validation input: " + failure.what(),
              failure.where(),
              failure.advice()),
          e);
    }
  }
}
