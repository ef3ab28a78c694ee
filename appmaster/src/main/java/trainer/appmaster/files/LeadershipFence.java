package trainer.appmaster.files;

import java.io.IOException;

/** The fence before every effect that others will see, such as a model put in its place. */
@FunctionalInterface
public interface LeadershipFence {
  /**
   * Returns when this master may be assumed to lead, and blocks while it may not.
   *
   * @throws IOException when the wait is given up
   */
  void pass() throws IOException;
}
