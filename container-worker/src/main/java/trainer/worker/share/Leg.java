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
}
