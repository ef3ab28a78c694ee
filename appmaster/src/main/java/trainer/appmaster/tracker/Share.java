package trainer.appmaster.tracker;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * One share of an open mini-batch: its blocks for ever, its holder for now, and perhaps a second
 * worker that computes it, too.
 */
final class Share {
  /** No worker. */
  static final long NOBODY = 0;

  private final long version;
  private final int number;
  private final int[] blocks;
  private final boolean alone;
  private final Set<Long> failedOn = new HashSet<>();
  private long holder = NOBODY;
  private long givenAt;
  private long second = NOBODY;
  private long secondAt;
  private boolean done;

  /**
   * @param alone whether its only block is suspected of killing workers, so that who computes it
   *     may hold nothing else
   */
  Share(long version, int number, int[] blocks, boolean alone) {
    this.version = version;
    this.number = number;
    this.blocks = blocks;
    this.alone = alone;
  }

  long version() {
    return version;
  }

  int number() {
    return number;
  }

  int[] blocks() {
    return blocks;
  }

  boolean contains(int block) {
    return Arrays.stream(blocks).anyMatch(own -> own == block);
  }

  boolean isAlone() {
    return alone;
  }

  long holder() {
    return holder;
  }

  boolean isDone() {
    return done;
  }

  boolean isHeldBy(long incarnation) {
    return !done && (holder == incarnation || second == incarnation);
  }

  void give(long incarnation, long nanos) {
    holder = incarnation;
    givenAt = nanos;
  }

  /** Another worker than the holder computes it, too. */
  void race(long incarnation, long nanos) {
    second = incarnation;
    secondAt = nanos;
  }

  /** The worker that computes it beside its holder. */
  long second() {
    return second;
  }

  /** When one of those that hold it was given it. */
  long givenAt(long incarnation) {
    return incarnation == second ? secondAt : givenAt;
  }

  /** One of those that hold it does no more; if it was the holder, the second one is it now. */
  void takeBack(long incarnation) {
    if (incarnation == holder) {
      holder = second;
      givenAt = secondAt;
    }
    second = NOBODY;
  }

  void done() {
    done = true;
  }

  /** Its data or the user's code failed on this worker; on how many it has so far. */
  int failure(long incarnation) {
    failedOn.add(incarnation);
    return failedOn.size();
  }

  /** On how many workers it has failed. */
  int failures() {
    return failedOn.size();
  }

  boolean hasFailedOn(long incarnation) {
    return failedOn.contains(incarnation);
  }
}
