package trainer.master.job.training;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import trainer.core.id.Incarnation;

/**
 * One share of an open mini-batch: its fixed blocks, its current holder, and perhaps a second
 * worker that computes it too.
 */
public final class Share {
  private final long version;
  private final int number;
  private final int[] blocks;
  private final boolean alone;
  private final Set<Incarnation> failedOn = new HashSet<>();
  private Incarnation holder = Incarnation.NONE;
  private long givenAt;
  private Incarnation second = Incarnation.NONE;
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

  /** The worker that computes the share, or {@link Incarnation#NONE}. */
  public Incarnation holder() {
    return holder;
  }

  /** Whether a worker computes the share. */
  public boolean isHeld() {
    return !holder.equals(Incarnation.NONE);
  }

  /** Whether a second worker computes the share too. */
  public boolean isRaced() {
    return !second.equals(Incarnation.NONE);
  }

  public boolean isDone() {
    return done;
  }

  public boolean isHeldBy(Incarnation incarnation) {
    return !done && (holder.equals(incarnation) || second.equals(incarnation));
  }

  public void give(Incarnation incarnation, long nanos) {
    holder = incarnation;
    givenAt = nanos;
  }

  /** Adds a second worker that computes the share too. */
  public void race(Incarnation incarnation, long nanos) {
    second = incarnation;
    secondAt = nanos;
  }

  /** The worker that computes the share beside its holder, or {@link Incarnation#NONE}. */
  public Incarnation second() {
    return second;
  }

  /** The time at which a holder was given the share, in nanoseconds. */
  public long givenAt(Incarnation incarnation) {
    return incarnation.equals(second) ? secondAt : givenAt;
  }

  /**
   * Removes a worker from the share. If it was the holder, the second worker becomes the holder.
   */
  public void takeBack(Incarnation incarnation) {
    if (incarnation.equals(holder)) {
      holder = second;
      givenAt = secondAt;
    }
    second = Incarnation.NONE;
  }

  public void finish() {
    done = true;
  }

  /**
   * Notes that the data or the user's code failed on this worker.
   *
   * @return the number of workers on which it has failed
   */
  public int failure(Incarnation incarnation) {
    failedOn.add(incarnation);
    return failedOn.size();
  }

  /** The number of workers on which the share has failed. */
  public int failures() {
    return failedOn.size();
  }

  public boolean hasFailedOn(Incarnation incarnation) {
    return failedOn.contains(incarnation);
  }
}
