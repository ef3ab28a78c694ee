package trainer.worker.share;

/**
 * One piece of work's dealings with one lane. What was sent counts for the present connection only;
 * what came back counts for good.
 */
final class Leg {
  final LaneList list;

  boolean listed;
  boolean pulled;
  boolean pushed;
  float[] values;
  boolean acked;

  /** The lane refused because it was behind: nothing is sent again before the next tick. */
  boolean waitsForTick;

  Leg(LaneList list) {
    this.list = list;
  }

  /** The connection broke: everything not yet answered has to be sent again. */
  void connectionLost() {
    listed = false;
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
    waitsForTick = true;
  }
}
