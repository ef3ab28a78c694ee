package trainer.appmaster.tracker;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/** One share of an open mini-batch: its blocks for ever, its holder for now. */
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
    return !done && holder == incarnation;
  }

  void give(long incarnation, long nanos) {
    holder = incarnation;
    givenAt = nanos;
  }

  /** When its holder was given it. */
  long givenAt() {
    return givenAt;
  }

  void takeBack() {
    holder = NOBODY;
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
