package trainer.pserver.lane;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A collector of one answer of every lane to one order; it passes all answers on together.
 * Thread-safe.
 */
public final class LaneAnswers<T> {
  private final int lanes;
  private final Consumer<List<T>> whenAll;
  private final List<T> answers = new ArrayList<>();

  public LaneAnswers(int lanes, Consumer<List<T>> whenAll) {
    this.lanes = lanes;
    this.whenAll = whenAll;
  }

  /** Adds a lane's answer. The thread of the last answer passes them on. */
  public void add(T answer) {
    boolean all;
    synchronized (answers) {
      answers.add(answer);
      all = answers.size() == lanes;
    }
    if (all) {
      whenAll.accept(answers);
    }
  }
}
