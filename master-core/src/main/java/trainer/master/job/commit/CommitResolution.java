package trainer.master.job.commit;

import java.util.Collection;
import java.util.function.LongPredicate;
import trainer.core.id.Line;
import trainer.core.message.FromPserver;

/**
 * The newest committed version, derived from the answers of all in-sync replicas: a pure function.
 *
 * @param version the newest version that any master may have declared committed
 * @param cutUnder the line under which it was cut
 * @param isSound whether correct masters and replicas can have come to hold this
 */
record CommitResolution(long version, Line cutUnder, boolean isSound) {

  /**
   * Resolves the answers of pservers. {@code line} is the newest in the journal; it starts at
   * {@code base}, which was cut under {@code lineOfBase}. A pserver that does not follow that line
   * yet holds the base or is about to commit it, and holds nothing after it.
   *
   * @param mayBeFollowed whether a master may have committed the version after this one
   */
  static CommitResolution of(
      Line line,
      long base,
      Line lineOfBase,
      Collection<FromPserver.Sealed> answers,
      LongPredicate mayBeFollowed) {
    long newest = base;
    boolean sound = true;
    for (FromPserver.Sealed answer : answers) {
      sound &= answer.line().number() <= line.number();
      newest = Math.max(newest, committed(answer, line, base));
    }
    boolean next = mayBeFollowed.test(newest);
    for (FromPserver.Sealed answer : answers) {
      long committed = committed(answer, line, base);
      boolean complete = answer.line().equals(line) && answer.complete();
      // A commit is sent only when every pserver is complete, so none can be further behind.
      sound &= committed == newest || (committed == newest - 1 && complete);
      next &= committed == newest && complete;
    }
    long version = next ? newest + 1 : newest;
    return new CommitResolution(version, version == base ? lineOfBase : line, sound);
  }

  private static long committed(FromPserver.Sealed answer, Line line, long base) {
    return answer.line().number() < line.number() ? base : answer.committed().number();
  }
}
