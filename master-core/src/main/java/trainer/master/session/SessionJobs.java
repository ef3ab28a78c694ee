package trainer.master.session;

import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.fact.Fact;
import trainer.core.fact.SessionFact;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.core.job.JobState;
import trainer.core.time.Moment;
import trainer.master.session.api.SessionView;

/**
 * The jobs that a session has accepted, and its end: the fold of the {@link SessionFact}s in the
 * fleet's log.
 */
public final class SessionJobs {
  private final JobId session;
  private final String name;
  private final TreeMap<Integer, SessionFact.JobAccepted> accepted = new TreeMap<>();
  private final TreeMap<Integer, SessionFact.JobOver> over = new TreeMap<>();
  private SessionFact.EndAsked end;

  /**
   * @param spec of the session
   * @param facts of the fleet's log
   */
  public SessionJobs(JobSpec spec, List<Fact> facts) {
    this.session = spec.id();
    this.name = Settings.of(spec.settings()).get(Keys.NAME);
    facts.forEach(this::take);
  }

  /** Takes a fact of the fleet's log; facts of other kinds change nothing. */
  void take(Fact fact) {
    if (fact instanceof SessionFact.JobAccepted one) {
      accepted.putIfAbsent(one.number(), one);
    } else if (fact instanceof SessionFact.JobOver one) {
      over.putIfAbsent(one.number(), one);
    } else if (fact instanceof SessionFact.EndAsked one) {
      end = one;
    }
  }

  /** The jobs that are not over, by number. */
  public List<SessionFact.JobAccepted> running() {
    return accepted.values().stream().filter(job -> !over.containsKey(job.number())).toList();
  }

  /** The jobs that are not over, by number. */
  public List<JobId> runningIds() {
    return running().stream().map(job -> id(job.number())).toList();
  }

  /** Whether this very job has been accepted. */
  boolean contains(JobId job, String digest) {
    SessionFact.JobAccepted known = accepted.get(job.number());
    return known != null && known.digest().equals(digest);
  }

  /** SHA-256 of the file of a job that has been accepted. */
  String digest(JobId job) {
    return accepted.get(job.number()).digest();
  }

  /** Why the session does not accept a job that it does not have yet; empty if it does. */
  Optional<String> refusal(JobSpec job) {
    if (!job.id().application().equals(session.application()) || job.id().isSession()) {
      return Optional.of(job.id() + " is no job of the session " + session.application());
    }
    if (accepted.containsKey(job.id().number())) {
      return Optional.of("another job has the id " + job.id());
    }
    return Optional.ofNullable(end)
        .map(
            asked ->
                "the session "
                    + session.application()
                    + " accepts no more jobs: "
                    + asked.by()
                    + " has asked for its end");
  }

  /** The fact that accepts a job. */
  static SessionFact.JobAccepted accept(JobSpec job, String digest, Moment now) {
    Settings settings = Settings.of(job.settings());
    return new SessionFact.JobAccepted(
        job.id().number(),
        job.isImporting() ? "import" : job.isScoring() ? "score" : "train",
        settings.get(Keys.NAME),
        settings.find(Keys.SCORE_MODEL_URI).orElse(""),
        digest,
        now.millis());
  }

  /** Whether a request for this end would change anything: a later one may only be harder. */
  boolean isHarder(JobState asked) {
    return end == null || (asked != JobState.EXITED && end().equals(JobState.EXITED));
  }

  /** The state in which the session will end; null while it accepts jobs. */
  JobState end() {
    return end == null ? null : JobState.valueOf(end.state());
  }

  /** The reason of the end that was asked for. */
  String endedBy() {
    return end == null ? "" : end.by();
  }

  /** The jobs and the end, for users. */
  public SessionView view() {
    return new SessionView(
        session, name, end(), endedBy(), accepted.values().stream().map(this::view).toList(), null);
  }

  private SessionView.Job view(SessionFact.JobAccepted job) {
    SessionFact.JobOver ended = over.get(job.number());
    return new SessionView.Job(
        id(job.number()),
        job.kind(),
        job.name(),
        job.model(),
        ended == null ? null : JobState.valueOf(ended.state()),
        ended == null ? "" : ended.why(),
        job.at(),
        ended == null ? 0 : ended.at());
  }

  private JobId id(int number) {
    return new JobId(session.application(), number);
  }
}
