package trainer.worker.routing;

/**
 * One piece of work's dealings with one lane. What was sent counts for the present connection only;
 * what came back counts for good.
 */
public final class LaneExchange {
  private Route route;

  /** The number of the pull: its answer is known by it. */
  private long request;

  public boolean pulled;
  public boolean pushed;
  public float[] values;
  public boolean acked;

  /** The lane refused because it was behind: nothing is sent again before the next tick. */
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

  /**
   * Goes on by another route: if another part is pulled, what was answered is not what is wanted.
   */
  public void goBy(Route other, long newRequest) {
    if (!other.servesTheSame(route)) {
      request = newRequest;
      pulled = false;
      values = null;
    }
    route = other;
  }

  /** The connection broke, or what was sent is void: what is not answered has to be sent again. */
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
   * What was sent is to be sent again, once a tick has passed, or at once with the keys where the
   * lane did not know them.
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
