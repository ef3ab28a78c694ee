package trainer.appmaster.main;

import java.util.List;
import trainer.appmaster.run.Core;
import trainer.appmaster.session.Action;
import trainer.appmaster.session.Event;
import trainer.appmaster.session.Session;
import trainer.core.time.Moment;

/** The session as the loop's core. */
record SessionCore(Session session) implements Core {
  @Override
  public List<Action> handle(Event event, Moment now) {
    return session.handle(event, now);
  }

  @Override
  public long nextDeadline() {
    return session.nextDeadline();
  }
}
