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
 * The master's loop: takes an event from the mailbox, lets the core decide, and passes its actions
 * through the gate. It holds no policy.
 *
 * <p>{@link #run} owns the core and performs every action on its own thread; all other methods may
 * be called by any thread. Whatever the core or an action throws is impossible, and goes to the
 * fault handler.
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
  private final Runnable performed;
  private boolean stopped;

  /**
   * @param perform performs one action that is not an append; must not block
   * @param performed called when all has been performed that may be at that time
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
    this.performed = performed;
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

  /** Ends {@link #run} once what is in the mailbox now has been handled. */
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
        if (mail == null || untilDeadline() == 0) {
          handle(TICK);
        }
        performed.run();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      faults.fault("the core thread failed", e);
    }
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
