package trainer.worker.routing;

/**
 * The exchange of one work item with one lane. Sent messages count for the present connection only;
 * received answers stay valid.
 */
public final class LaneExchange {
  private Route route;

  /** The number of the pull, by which its answer is recognised. */
  private long request;

  private boolean pulled;
  private boolean pushed;
  private float[] values;
  private boolean acknowledged;

  /** Whether the lane refused because it was behind: nothing is sent again before the next tick. */
  private boolean waitsForTick;

  LaneExchange(Route route, long request) {
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
  void reroute(Route other, long newRequest) {
    if (!other.servesTheSame(route)) {
      request = newRequest;
      pulled = false;
      values = null;
    }
    route = other;
  }

  /** Whether a pull has to be sent now. */
  public boolean needsPull() {
    return !pulled && values == null && !waitsForTick;
  }

  /** Whether a push has to be sent now. */
  public boolean needsPush() {
    return !pushed && !acknowledged && !waitsForTick;
  }

  public void onPullSent() {
    pulled = true;
  }

  public void onPushSent() {
    pushed = true;
  }

  /** Takes the values that answer the pull. */
  public void onValues(float[] answer) {
    values = answer;
  }

  public void onAcknowledged() {
    acknowledged = true;
  }

  boolean hasValues() {
    return values != null;
  }

  boolean isAcknowledged() {
    return acknowledged;
  }

  /** Takes the values out; the exchange releases them. */
  float[] takeValues() {
    float[] taken = values;
    values = null;
    return taken;
  }

  /** Marks all unanswered messages to be sent again: the connection broke, or they are void. */
  public void resendUnanswered() {
    pulled = false;
    pushed = false;
    waitsForTick = false;
  }

  /** Voids the pull and its values, because another version is to be pulled. */
  void restart() {
    resendUnanswered();
    values = null;
  }

  public void onTick() {
    waitsForTick = false;
  }

  /** Whether a push (or a pull) was sent and is not answered. */
  public boolean awaits(boolean push) {
    return push ? pushed && !acknowledged : pulled && values == null;
  }

  /** Marks a pull to be sent again after the next tick, because its answer is useless. */
  public void pullAtNextTick() {
    pulled = false;
    waitsForTick = true;
  }

  /**
   * Marks a refused message to be sent again: after the next tick, or at once with the keys if the
   * lane did not have the list.
   */
  public void onRefused(boolean push, boolean listUnknown) {
    if (push) {
      pushed = false;
    } else {
      pulled = false;
    }
    if (listUnknown) {
      route.part().onLost();
    } else {
      waitsForTick = true;
    }
  }
}
