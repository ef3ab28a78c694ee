package trainer.worker.share;

/**
 * One piece of work's dealings with one lane. What was sent counts for the present connection only;
 * what came back counts for good.
 */
final class Leg {
  private Route route;

  /** The number of the pull: its answer is known by it. */
  private long request;

  boolean pulled;
  boolean pushed;
  float[] values;
  boolean acked;

  /** The lane refused because it was behind: nothing is sent again before the next tick. */
  boolean waitsForTick;

  Leg(Route route, long request) {
    this.route = route;
    this.request = request;
  }

  Route route() {
    return route;
  }

  long request() {
    return request;
  }

  /**
   * Goes on by another route: if another part is pulled, what was answered is not what is wanted.
   */
  void goBy(Route other, long newRequest) {
    if (!other.servesTheSame(route)) {
      request = newRequest;
      pulled = false;
      values = null;
    }
    route = other;
  }

  /** The connection broke, or what was sent is void: what is not answered has to be sent again. */
  void unanswered() {
    pulled = false;
    pushed = false;
    waitsForTick = false;
  }

  /** Whether a push (or a pull) was sent and is not answered. */
  boolean awaits(boolean push) {
    return push ? pushed && !acked : pulled && values == null;
  }

  /**
   * What was sent is to be sent again, once a tick has passed, or at once with the keys where the
   * lane did not know them.
   */
  void refused(boolean push, boolean listUnknown) {
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
