package trainer.master.job.commit;

import java.util.Collection;
import trainer.core.message.FromMember;

/**
 * What is committed, told from what all in-sync copies say they hold: a pure function.
 *
 * @param version the newest version that may have been declared committed by anybody
 * @param cutUnder the line under which it was cut
 * @param isSound whether the copies can have come to hold this; if not, a master or a copy is wrong
 */
record CommitResolution(long version, long cutUnder, boolean isSound) {

  /**
   * Copies answered; {@code line} from {@code base}, which was cut under {@code lineOfBase}, is the
   * newest in the journal. A copy that has not heard of that line holds the base, or is about to
   * commit it, and nothing after it.
   */
  static CommitResolution of(
      long line, long base, long lineOfBase, Collection<FromMember.Sealed> answers) {
    long newest = base;
    boolean sound = true;
    for (FromMember.Sealed answer : answers) {
      sound &= answer.line() <= line;
      newest = Math.max(newest, committed(answer, line, base));
    }
    boolean next = true;
    for (FromMember.Sealed answer : answers) {
      long committed = committed(answer, line, base);
      boolean complete = answer.line() == line && answer.complete();
      sound &= committed == newest || (committed == newest - 1 && complete);
      next &= committed == newest && complete;
    }
    long version = next ? newest + 1 : newest;
    return new CommitResolution(version, version == base ? lineOfBase : line, sound);
  }

  private static long committed(FromMember.Sealed answer, long line, long base) {
    return answer.line() < line ? base : answer.committed();
  }
}
