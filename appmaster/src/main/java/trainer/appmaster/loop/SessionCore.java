package trainer.appmaster.loop;

import java.util.List;
import trainer.core.time.Moment;
import trainer.master.session.Action;
import trainer.master.session.Event;
import trainer.master.session.Session;

/** The session, adapted to the loop's core. */
public record SessionCore(Session session) implements Core {
  @Override
  public List<Action> handle(Event event, Moment now) {
    return session.handle(event, now);
  }

  @Override
  public long nextDeadline() {
    return session.nextDeadline();
  }
}
