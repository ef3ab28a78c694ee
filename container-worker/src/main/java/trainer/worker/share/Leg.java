package trainer.worker.share;

import java.util.function.LongSupplier;

/**
 * One piece of work's dealings with one lane. What was sent counts for the present connection only;
 * what came back counts for good.
 *
 * <p>All that the lane holds is pushed to it; of what several lanes hold each part is pulled from
 * one of them. Where both are the same, one list serves.
 */
final class Leg {
  final LaneList list;
  private final long listId;
  private LaneList served;
  private long servedId;

  boolean listed;
  boolean servedListed;
  boolean pulled;
  boolean pushed;
  float[] values;
  boolean acked;

  /** The lane refused because it was behind: nothing is sent again before the next tick. */
  boolean waitsForTick;

  /**
   * @param list what the lane holds
   * @param listId its number on every connection
   * @param served what is pulled from it, all of it in {@code list}
   * @param numbers gives numbers that no other list and no other pull has
   */
  Leg(LaneList list, long listId, LaneList served, LongSupplier numbers) {
    this.list = list;
    this.listId = listId;
    take(served, numbers);
  }

  /** What is pulled from the lane. */
  LaneList served() {
    return served;
  }

  /** The number of that list, and of the pull. */
  long servedId() {
    return servedId;
  }

  /** Whether what is pulled has a list of its own. */
  boolean servesAPart() {
    return servedId != listId;
  }

  /** Another part is pulled from it: what it has answered is not what is wanted. */
  void serves(LaneList newServed, LongSupplier numbers) {
    if (!served.samePlaces(newServed)) {
      take(newServed, numbers);
      servedListed = false;
      pulled = false;
      values = null;
    }
  }

  private void take(LaneList newServed, LongSupplier numbers) {
    served = newServed;
    servedId = newServed.samePlaces(list) ? listId : numbers.getAsLong();
  }

  /** The connection broke: everything not yet answered has to be sent again. */
  void connectionLost() {
    listed = false;
    servedListed = false;
    pulled = false;
    pushed = false;
    waitsForTick = false;
  }

  /** What was sent and is not answered is to be sent again, over the same connection. */
  void unanswered() {
    pulled = false;
    pushed = false;
    waitsForTick = false;
  }

  /** Whether a push (or a pull) was sent and is not answered. */
  boolean awaits(boolean push) {
    return push ? pushed && !acked : pulled && values == null;
  }

  /** What was sent is to be sent again once a tick has passed. */
  void refused(boolean push, boolean listUnknown) {
    if (push) {
      pushed = false;
    } else {
      pulled = false;
    }
    listed &= !listUnknown;
    servedListed &= !listUnknown;
    waitsForTick = true;
  }
}
