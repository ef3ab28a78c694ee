package trainer.master.job.training;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * One share of an open mini-batch: its fixed blocks, its current holder, and perhaps a second
 * worker that computes it too.
 */
public final class Share {
  /** No worker. */
  public static final long NOBODY = 0;

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
   * @param alone whether its only block is suspected of killing workers, so that its holder may
   *     hold nothing else
   */
  public Share(long version, int number, int[] blocks, boolean alone) {
    this.version = version;
    this.number = number;
    this.blocks = blocks;
    this.alone = alone;
  }

  public long version() {
    return version;
  }

  public int number() {
    return number;
  }

  public int[] blocks() {
    return blocks;
  }

  public boolean contains(int block) {
    return Arrays.stream(blocks).anyMatch(own -> own == block);
  }

  public boolean isAlone() {
    return alone;
  }

  public long holder() {
    return holder;
  }

  public boolean isDone() {
    return done;
  }

  public boolean isHeldBy(long incarnation) {
    return !done && (holder == incarnation || second == incarnation);
  }

  public void give(long incarnation, long nanos) {
    holder = incarnation;
    givenAt = nanos;
  }

  /** Adds a second worker that computes the share too. */
  public void race(long incarnation, long nanos) {
    second = incarnation;
    secondAt = nanos;
  }

  /** The worker that computes the share beside its holder. */
  public long second() {
    return second;
  }

  /** The time at which a holder was given the share, in nanoseconds. */
  public long givenAt(long incarnation) {
    return incarnation == second ? secondAt : givenAt;
  }

  /**
   * Removes a worker from the share. If it was the holder, the second worker becomes the holder.
   */
  public void takeBack(long incarnation) {
    if (incarnation == holder) {
      holder = second;
      givenAt = secondAt;
    }
    second = NOBODY;
  }

  public void finish() {
    done = true;
  }

  /**
   * Notes that the data or the user's code failed on this worker.
   *
   * @return the number of workers on which it has failed
   */
  public int failure(long incarnation) {
    failedOn.add(incarnation);
    return failedOn.size();
  }

  /** The number of workers on which the share has failed. */
  public int failures() {
    return failedOn.size();
  }

  public boolean hasFailedOn(long incarnation) {
    return failedOn.contains(incarnation);
  }
}
