package trainer.appmaster.files;

import java.io.IOException;

/** Stands before whatever others will see, such as a model in its place. */
@FunctionalInterface
public interface LeadershipFence {
  /**
   * Returns when this master may be taken to lead; waits for as long as it may not.
   *
   * @throws IOException when it is not waited for any more
   */
  void pass() throws IOException;
}
