package trainer.client.doctor;

import trainer.core.failure.Failure;

/**
 * The result of a check.
 *
 * @param found the state that was found, in one line
 * @param mend the advice to the user; empty if nothing is to be done
 */
public record Finding(State state, String found, String mend) {
  /** How a finding bears on a job. */
  public enum State {
    /** A job can run. */
    OK,

    /** A job may be slow or may wait, or the check found no answer. */
    WARN,

    /** No job can run. */
    FAIL
  }

  static Finding ok(String found) {
    return new Finding(State.OK, found, "");
  }

  static Finding warn(String found, String mend) {
    return new Finding(State.WARN, found, mend);
  }

  static Finding fail(String found, String mend) {
    return new Finding(State.FAIL, found, mend);
  }

  /** The finding for a failure with which a job would end, with the text of its error. */
  public static Finding of(Failure failure) {
    String where = failure.where().isEmpty() ? "" : " (" + failure.where() + ")";
    return fail(failure.what() + where, failure.advice());
  }

  boolean isFail() {
    return state == State.FAIL;
  }
}
