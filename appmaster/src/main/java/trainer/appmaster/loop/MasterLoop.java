package trainer.appmaster.loop;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import trainer.container.start.FaultHandler;
import trainer.core.time.Moment;
import trainer.journal.Facts;
import trainer.master.session.Action;
import trainer.master.session.Event;

/**
 * The master's loop: it takes an event from the mailbox, lets the core decide, and passes the
 * actions through the gate. It holds no policy.
 *
 * <p>{@link #run} owns the core and performs every action on its own thread. All other methods may
 * be called by any thread. An exception of the core or of an action is a bug, and goes to the fault
 * handler.
 */
public final class MasterLoop implements Mailbox, Runnable {
  private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final Event TICK = new Event.Tick();

  private final BlockingQueue<Runnable> mailbox = new LinkedBlockingQueue<>();
  private final Core core;
  private final Supplier<Moment> clock;
  private final Facts facts;
  private final FaultHandler faults;
  private final Gate gate;
  private final Runnable afterStep;
  private boolean stopped;
  private volatile long awakeNanos = System.nanoTime();

  /**
   * @param perform performs one action that is not an append; must not block
   * @param performed called after each step, when every action that is safe by then has been
   *     performed
   */
  public MasterLoop(
      Core core,
      Supplier<Moment> clock,
      Facts facts,
      Consumer<Action> perform,
      Runnable performed,
      FaultHandler faults) {
    this.core = core;
    this.clock = clock;
    this.facts = facts;
    this.faults = faults;
    this.gate = new Gate(facts, perform);
    this.afterStep = performed;
  }

  /** The machine's clocks. */
  public static Moment now() {
    return new Moment(System.nanoTime(), System.currentTimeMillis());
  }

  @Override
  public void offer(Event event, Runnable handled) {
    mailbox.add(
        () -> {
          handle(event);
          handled.run();
        });
  }

  /** Ends {@link #run} once the events now in the mailbox have been handled. */
  public void stop() {
    mailbox.add(() -> stopped = true);
  }

  @Override
  public void run() {
    try {
      facts.start(this::safe);
      while (!stopped) {
        Runnable mail = mailbox.poll(untilDeadline(), TimeUnit.NANOSECONDS);
        if (mail != null) {
          mail.run();
        }
        // A busy mailbox must not delay a deadline that is due.
        if (mail == null || untilDeadline() == 0) {
          handle(TICK);
        }
        afterStep.run();
        awakeNanos = System.nanoTime();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      faults.fault("the core thread failed", e);
    }
  }

  /** Whether the core has finished a step lately. Any thread. */
  public boolean isAwake() {
    return System.nanoTime() - awakeNanos < 2 * IDLE_NANOS;
  }

  private void handle(Event event) {
    gate.pass(core.handle(event, clock.get()));
  }

  private void safe(long ticket) {
    mailbox.add(() -> gate.safe(ticket));
  }

  private long untilDeadline() {
    long deadline = core.nextDeadline();
    if (deadline == Long.MAX_VALUE) {
      return IDLE_NANOS;
    }
    return Math.max(0, Math.min(deadline - clock.get().nanos(), IDLE_NANOS));
  }
}
