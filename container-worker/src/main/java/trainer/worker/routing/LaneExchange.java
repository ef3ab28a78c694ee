package trainer.worker.routing;

/**
 * The exchange of one work item with one lane. Sent messages count for the present connection only;
 * received answers stay valid.
 */
public final class LaneExchange {
  private Route route;

  /** The number of the pull, by which its answer is recognised. */
  private long request;

  public boolean pulled;
  public boolean pushed;
  public float[] values;
  public boolean acked;

  /** Whether the lane refused because it was behind: nothing is sent again before the next tick. */
  public boolean waitsForTick;

  public LaneExchange(Route route, long request) {
    this.route = route;
    this.request = request;
  }

  public Route route() {
    return route;
  }

  public long request() {
    return request;
  }

  /** Continues by another route. If another part is pulled, earlier values and pulls are void. */
  public void goBy(Route other, long newRequest) {
    if (!other.servesTheSame(route)) {
      request = newRequest;
      pulled = false;
      values = null;
    }
    route = other;
  }

  /** Marks all unanswered messages to be sent again: the connection broke, or they are void. */
  public void unanswered() {
    pulled = false;
    pushed = false;
    waitsForTick = false;
  }

  /** Whether a push (or a pull) was sent and is not answered. */
  public boolean awaits(boolean push) {
    return push ? pushed && !acked : pulled && values == null;
  }

  /**
   * Marks a refused message to be sent again: after the next tick, or at once with the keys if the
   * lane did not have the list.
   */
  public void refused(boolean push, boolean listUnknown) {
    if (push) {
      pushed = false;
    } else {
      pulled = false;
    }
    if (listUnknown) {
      route.part().listed = false;
    } else {
      waitsForTick = true;
    }
  }
}
