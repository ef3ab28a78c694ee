package trainer.data.index;

import java.util.function.Supplier;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;

/** Names the validation input in its failures, which are those of the training input otherwise. */
public final class ValidationInput {
  private ValidationInput() {}

  /** The result of {@code reading}; its failures say that it is the validation input. */
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
