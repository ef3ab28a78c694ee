package trainer.appmaster.loop;

import java.util.List;
import trainer.core.time.Moment;
import trainer.master.session.Action;
import trainer.master.session.Event;

/**
 * The pure core as its shell sees it; see {@link trainer.master.session.Session}. Called by the
 * core thread alone.
 */
public interface Core {
  /** What follows from an event. */
  List<Action> handle(Event event, Moment now);

  /** When {@link Event.Tick} is due at the latest, in the clock of {@link Moment#nanos}. */
  long nextDeadline();
}
