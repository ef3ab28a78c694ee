package trainer.appmaster.loop;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import trainer.core.failure.Failpoint;
import trainer.core.job.JobId;
import trainer.journal.Facts;
import trainer.master.job.api.JobEffect;
import trainer.master.session.Action;

/**
 * Durable before visible: the gate performs actions in order, and holds back those that follow a
 * fact that is not yet safe.
 *
 * <p>Facts go to the journal as soon as they are decided, so that one flush makes many safe. Other
 * actions wait behind the newest fact before them that has to be safe first. Trailing actions
 * ({@link JobEffect#isTrailing}) wait for every fact before them, including those written
 * asynchronously. Nothing waits for a trailing action. Confined to the core thread.
 *
 * <p>Example: A(1) s A(2) t, each A to be safe before the actions after it. Both facts are handed
 * to the journal at once; s is performed when 1 is safe, t when 2 is.
 */
final class Gate {
  /** An action that waits until the fact with this ticket is safe. */
  private record Held(long ticket, Action action) {}

  private final Facts facts;
  private final Consumer<Action> perform;
  private final Deque<Held> held = new ArrayDeque<>();
  private final Deque<Held> views = new ArrayDeque<>();
  private final Deque<Held> trailing = new ArrayDeque<>();
  private long appended;
  private long barrier;
  private long safe;

  Gate(Facts facts, Consumer<Action> perform) {
    this.facts = facts;
    this.perform = perform;
  }

  /** Performs actions, or holds them back. */
  void pass(List<Action> actions) {
    for (Action action : actions) {
      if (action instanceof Action.Append append) {
        append(append);
      } else if (isView(action)) {
        show(new Held(barrier, action));
      } else if (isTrailing(action)) {
        trailing.add(new Held(appended, action));
      } else {
        held.add(new Held(barrier, action));
      }
      release();
    }
  }

  /** Records that every fact up to {@code ticket} is safe. */
  void safe(long ticket) {
    safe = Math.max(safe, ticket);
    release();
  }

  /**
   * Queues a view in place of the one before it that waits for the same fact. The memory therefore
   * stays bounded while the state store is unavailable.
   */
  private void show(Held view) {
    if (!views.isEmpty()
        && views.getLast().ticket() == view.ticket()
        && job(views.getLast()).equals(job(view))) {
      views.removeLast();
    }
    views.add(view);
  }

  private static JobId job(Held view) {
    return ((Action.OfJob) view.action()).job();
  }

  private void append(Action.Append append) {
    appended = facts.append(append.job(), append.fact());
    if (append.durability() == Action.Durability.BEFORE_WHAT_FOLLOWS) {
      barrier = appended;
    }
  }

  private void release() {
    // Views first: a reader that acts on a later effect finds the view shown before it. Trailing
    // actions precede the end of the job, which is among the held ones.
    release(views);
    release(trailing);
    release(held);
  }

  private void release(Deque<Held> queue) {
    while (!queue.isEmpty() && queue.peek().ticket() <= safe) {
      Failpoint.hit("master.beforeAction");
      perform.accept(queue.remove().action());
    }
  }

  private static boolean isView(Action action) {
    return action instanceof Action.OfJob of && of.action() instanceof JobEffect.Show;
  }

  private static boolean isTrailing(Action action) {
    return action instanceof Action.OfJob of && of.action().isTrailing();
  }
}
