package trainer.master.job;

import java.util.Optional;

/** The request of a user to stop the training; it waits until the training can take it. */
final class StopRequest {
  private String user;

  void ask(String by) {
    user = by;
  }

  /** The user that asked, given out once. */
  Optional<String> take() {
    Optional<String> by = Optional.ofNullable(user);
    user = null;
    return by;
  }
}
