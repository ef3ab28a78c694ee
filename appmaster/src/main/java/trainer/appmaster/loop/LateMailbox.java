package trainer.appmaster.loop;

import java.util.ArrayList;
import java.util.List;
import trainer.master.session.Event;

/**
 * A mailbox for parts that are made before the loop that they report to. Events that arrive earlier
 * wait, in order.
 */
public final class LateMailbox implements Mailbox {
  private record Early(Event event, Runnable handled) {}

  private final List<Early> early = new ArrayList<>();
  private volatile Mailbox loop;

  /** Delivers every event to {@code mailbox} from now on, the waiting ones first. */
  public synchronized void deliverTo(Mailbox mailbox) {
    early.forEach(one -> mailbox.offer(one.event(), one.handled()));
    early.clear();
    loop = mailbox;
  }

  @Override
  public void offer(Event event, Runnable handled) {
    Mailbox target = loop;
    if (target == null) {
      target = waiting(event, handled);
    }
    if (target != null) {
      target.offer(event, handled);
    }
  }

  private synchronized Mailbox waiting(Event event, Runnable handled) {
    if (loop == null) {
      early.add(new Early(event, handled));
    }
    return loop;
  }
}
