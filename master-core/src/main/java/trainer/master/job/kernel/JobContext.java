package trainer.master.job.kernel;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import trainer.core.fact.Fact;
import trainer.core.fact.JobFact;
import trainer.core.id.Incarnation;
import trainer.core.id.Term;
import trainer.core.job.JobSpec;
import trainer.core.message.ToMember;
import trainer.core.time.Moment;
import trainer.master.job.api.FleetRequest;
import trainer.master.job.api.JobEffect;
import trainer.master.job.api.JobOutbox;
import trainer.master.job.history.JobHistory;
import trainer.master.job.history.JobPlan;

/** The state that all concerns of one job share: the job, the current time, and the outbox. */
public final class JobContext {
  private final JobSpec spec;
  private final String specText;
  private final JobPlan plan;
  private final JobHistory history;
  private final Queue<Runnable> followUps = new ArrayDeque<>();
  private Moment now = new Moment(0, 0);
  private JobOutbox out;
  private Term term = Term.NONE;
  private long lineBefore;
  private long changes;

  public JobContext(JobSpec spec, String specText, List<Fact> remembered) {
    this.spec = spec;
    this.specText = specText;
    this.plan = JobPlan.of(spec);
    this.history = new JobHistory(plan);
    remembered.forEach(history::apply);
  }

  /** Begins the handling of one event at {@code at}; decisions go to {@code to}. */
  public void begin(Moment at, JobOutbox to) {
    if (!followUps.isEmpty()) {
      throw new IllegalStateException("consequences of the last event have not run");
    }
    this.now = at;
    this.out = to;
  }

  /**
   * Queues a consequence of the current event. It runs after the handler that is at work has
   * returned, so that no handler is entered while it runs.
   */
  public void followUp(Runnable consequence) {
    followUps.add(consequence);
  }

  /** Runs all consequences that are queued, in order; returns whether there were any. */
  public boolean runFollowUps() {
    boolean isAny = false;
    for (Runnable next = followUps.poll(); next != null; next = followUps.poll()) {
      next.run();
      isAny = true;
    }
    return isAny;
  }

  /** Records a fact that must be durable before any later decision takes effect. */
  public void record(Fact fact) {
    history.apply(fact);
    changes++;
    out.appendDurably(fact);
  }

  /** The same for frequent facts: they do not trigger a new view at once. */
  public void recordWithoutView(Fact fact) {
    history.apply(fact);
    out.appendDurably(fact);
  }

  /** Records a fact that no action waits for. */
  public void recordAsync(Fact fact) {
    history.apply(fact);
    out.appendAsync(fact);
  }

  public void act(JobEffect effect) {
    out.act(effect);
  }

  public void ask(FleetRequest request) {
    out.ask(request);
  }

  public void send(Incarnation incarnation, ToMember message) {
    out.act(new JobEffect.Send(incarnation, message));
  }

  /** Marks a change that the view must show at once. */
  public void changed() {
    changes++;
  }

  public long changes() {
    return changes;
  }

  public JobSpec spec() {
    return spec;
  }

  public String specText() {
    return specText;
  }

  public JobPlan plan() {
    return plan;
  }

  public JobHistory history() {
    return history;
  }

  public long nanos() {
    return now.nanos();
  }

  public long millis() {
    return now.millis();
  }

  /** The wall-clock time at a value of {@link #nanos}. */
  public long millisAt(long nanos) {
    return now.millis() + (nanos - now.nanos()) / 1_000_000;
  }

  public Term term() {
    return term;
  }

  /** Whether this master has taken its term. */
  public boolean isLeading() {
    return term.number() > 0;
  }

  /** The newest line of earlier masters: a message about it answers one of their orders. */
  public long lineBefore() {
    return lineBefore;
  }

  public void lead(Term newTerm) {
    this.term = newTerm;
    this.lineBefore = history.line().number();
    // only folded here: the shell journals the term
    history.apply(new JobFact.TermTaken(newTerm, "", millis()));
  }
}
