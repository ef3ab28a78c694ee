package trainer.appmaster.loop;

import java.util.List;
import trainer.core.time.Moment;
import trainer.master.session.Action;
import trainer.master.session.Event;

/**
 * The pure core as its shell sees it; see {@link trainer.master.session.Session}. Confined to the
 * core thread.
 */
public interface Core {
  /** The actions that follow from an event, in order. */
  List<Action> handle(Event event, Moment now);

  /** The latest time at which {@link Event.Tick} is due, in the clock of {@link Moment#nanos}. */
  long nextDeadline();
}
