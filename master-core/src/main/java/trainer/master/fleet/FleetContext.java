package trainer.master.fleet;

import trainer.core.time.AwakeTime;
import trainer.core.time.Moment;

/** The event that the fleet handles: its time, and the outbox for its output. */
final class FleetContext {
  private final AwakeTime awake = new AwakeTime();
  private Moment now = new Moment(0, 0);
  private FleetOutbox out;

  void begin(Moment at, FleetOutbox to) {
    now = at;
    out = to;
    awake.at(at.nanos());
  }

  Moment now() {
    return now;
  }

  /** The time in nanoseconds, without the pauses of the master. */
  long awakeNanos() {
    return awake.last();
  }

  FleetOutbox out() {
    return out;
  }
}
