package trainer.appmaster.tracker;

import java.util.List;
import trainer.core.fact.Fact;
import trainer.core.job.JobSpec;
import trainer.core.message.ToMember;
import trainer.core.time.Moment;

/** What all concerns of one job share: the job, the present moment, and the way out. */
final class Context {
  private final JobSpec spec;
  private final String specText;
  private final JobPlan plan;
  private final History history;
  private Moment now = new Moment(0, 0);
  private Outbox out;
  private long term;
  private long lineBefore;
  private long changes;

  Context(JobSpec spec, String specText, List<Fact> remembered) {
    this.spec = spec;
    this.specText = specText;
    this.plan = JobPlan.of(spec);
    this.history = new History(plan);
    remembered.forEach(history::apply);
  }

  /** One event is handled at {@code now}; what is decided goes to {@code out}. */
  void begin(Moment at, Outbox to) {
    this.now = at;
    this.out = to;
  }

  /** Records a fact that must be safe before anything decided after it takes effect. */
  void record(Fact fact) {
    history.apply(fact);
    changes++;
    out.before(fact);
  }

  /** The same of what happens many times a second: people see it before long, but not at once. */
  void recordOften(Fact fact) {
    history.apply(fact);
    out.before(fact);
  }

  /** Records a fact that nothing waits for. */
  void recordBehind(Fact fact) {
    history.apply(fact);
    out.behind(fact);
  }

  void act(TrackerAction action) {
    out.act(action);
  }

  void send(long incarnation, ToMember message) {
    out.act(new TrackerAction.Send(incarnation, message));
  }

  /** Something that people see at once has changed. */
  void changed() {
    changes++;
  }

  long changes() {
    return changes;
  }

  JobSpec spec() {
    return spec;
  }

  String specText() {
    return specText;
  }

  JobPlan plan() {
    return plan;
  }

  History history() {
    return history;
  }

  long nanos() {
    return now.nanos();
  }

  long millis() {
    return now.millis();
  }

  /** The wall clock at a moment of {@link #nanos}. */
  long millisAt(long nanos) {
    return now.millis() + (nanos - now.nanos()) / 1_000_000;
  }

  long term() {
    return term;
  }

  /** Whether this master has its term. */
  boolean isLeading() {
    return term > 0;
  }

  /** The newest line of earlier masters: what is said of it was ordered by them. */
  long lineBefore() {
    return lineBefore;
  }

  void lead(long newTerm) {
    this.term = newTerm;
    this.lineBefore = history.line();
    history.apply(new Fact.TermTaken(newTerm, "", millis()));
  }
}
