package trainer.appmaster.main;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.container.start.FaultHandler;
import trainer.core.id.Term;
import trainer.journal.SupersededException;
import trainer.master.session.Action;

/**
 * The leadership of this process, from the term that it takes until another master leads. A process
 * that keeps its connection to the cluster then follows the other one; any other process ends.
 *
 * <p>Thread-safe.
 */
final class Leadership implements FaultHandler {
  private static final Logger LOG = LoggerFactory.getLogger(Leadership.class);

  private final boolean staysConnected;
  private final BooleanSupplier isWorking;
  private final FaultHandler faults;
  private final CompletableFuture<Void> lost = new CompletableFuture<>();
  private final CompletableFuture<Void> opened = new CompletableFuture<>();
  private volatile Term term;
  private volatile boolean isTaken;
  private volatile boolean isEnding;

  /**
   * @param staysConnected whether this process keeps its connection to the cluster afterwards
   * @param isWorking whether it reads or writes files of a job
   * @param faults ends this process
   * @param after the last term in which this process led
   */
  Leadership(boolean staysConnected, BooleanSupplier isWorking, FaultHandler faults, Term after) {
    this.staysConnected = staysConnected;
    this.isWorking = isWorking;
    this.faults = faults;
    this.term = after;
  }

  /** This process leads under a term that it has taken. */
  void take(Term taken) {
    term = taken;
    isTaken = true;
  }

  /** The term in which this process leads, or has led last. */
  Term term() {
    return term;
  }

  /** Whether a term was taken. */
  boolean isTaken() {
    return isTaken;
  }

  /** The jobs are known, and can be asked for. */
  void open() {
    opened.complete(null);
  }

  /** Runs tasks by these threads, but none before the jobs are known. */
  Executor onceOpen(Executor threads) {
    return task -> {
      var unused = opened.thenRunAsync(task, threads);
    };
  }

  /** The application ends; nobody needs to lead any more. */
  void end() {
    isEnding = true;
  }

  boolean isEnding() {
    return isEnding;
  }

  /** Completed when another master leads, which this process then follows. */
  CompletableFuture<Void> lost() {
    return lost;
  }

  /** Performs nothing any more once another master leads. */
  Consumer<Action> guard(Consumer<Action> performer) {
    return action -> {
      if (!lost.isDone()) {
        performer.accept(action);
      }
    };
  }

  /** Another master has recorded a higher term. */
  void supersede() {
    fault("superseded", new SupersededException("another master leads"));
  }

  /**
   * The cluster has started another master in place of this one, and accepts no call of this one.
   */
  void replace() {
    faults.fault("disowned", new SupersededException("another attempt follows"));
  }

  @Override
  public void fault(String what, Throwable cause) {
    if (cause instanceof SupersededException && mayFollow()) {
      LOG.warn("{}: {}; this process follows", what, cause.getMessage());
      lost.complete(null);
    } else if (lost.isDone()) {
      LOG.info("{}, after another master leads: {}", what, cause.toString());
    } else {
      faults.fault(what, cause);
    }
  }

  /** Not while this process works on files: that could go on after the other one has begun. */
  private boolean mayFollow() {
    return staysConnected && isTaken && !isEnding && !isWorking.getAsBoolean();
  }
}
