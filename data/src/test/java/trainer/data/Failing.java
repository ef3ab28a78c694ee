package trainer.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.assertj.core.api.AbstractStringAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/** Asserts how something fails. */
public final class Failing {
  private Failing() {}

  /** The message of the failure of {@code kind} that {@code work} must end with. */
  public static AbstractStringAssert<?> fails(FailureKind kind, ThrowingCallable work) {
    FailureException e = catchThrowableOfType(FailureException.class, work);
    assertThat(e).as("failure").isNotNull();
    assertThat(e.failure().kind()).as(e.getMessage()).isEqualTo(kind);
    return assertThat(e.getMessage());
  }
}
