package trainer.appmaster.serve;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.appmaster.loop.LatestViews;
import trainer.appmaster.loop.Mailbox;
import trainer.core.failure.FailureException;
import trainer.core.job.JobId;
import trainer.core.job.JobState;
import trainer.core.job.Role;
import trainer.master.job.api.JobEvent;
import trainer.master.job.api.JobView;
import trainer.master.report.ReportJson;
import trainer.master.report.SessionReport;
import trainer.master.session.Event;
import trainer.master.session.api.SessionView;
import trainer.protocol.grpc.ControlListener;
import trainer.protocol.grpc.JobStatus;

/**
 * The commands of users. Status is answered from the newest view; all others pass through the
 * mailbox.
 */
public final class Commands implements ControlListener {
  private static final Logger LOG = LoggerFactory.getLogger(Commands.class);

  private final Mailbox mailbox;
  private final LatestViews views;
  private final Map<Long, Consumer<Answer>> asked = new ConcurrentHashMap<>();
  private final AtomicLong lastQuestion = new AtomicLong();
  private volatile String trackingUrl = "";

  /** Null in a master of one job. */
  private volatile JobIntake intake;

  public Commands(Mailbox mailbox, LatestViews views) {
    this.mailbox = mailbox;
    this.views = views;
  }

  /** Passes the jobs that clients give to the session on; a master of one job takes none. */
  public void takeJobs(JobIntake given) {
    intake = given;
  }

  /** Sets the address of the page. */
  public void trackingUrl(String url) {
    trackingUrl = url;
  }

  @Override
  public void status(String job, Consumer<JobStatus> reply) {
    reply.accept(
        session(job).map(this::status).or(() -> views.find(job).map(this::status)).orElse(null));
  }

  /** The session, if it is what a user names: by the application's id, or its own. */
  private Optional<SessionView> session(String name) {
    return views
        .session()
        .filter(
            one ->
                name.isEmpty()
                    || name.equals(one.id().toString())
                    || name.equals(one.id().application()));
  }

  /** Asks the core to end the session. */
  private void end(JobState state, String by, Consumer<Answer> reply) {
    long question = lastQuestion.incrementAndGet();
    asked.put(question, reply);
    mailbox.offer(new Event.EndAsked(question, state, by), () -> {});
  }

  @Override
  public void submit(String job, String digest, Consumer<Answer> reply) {
    if (intake == null) {
      reply.accept(new Answer(false, "this application carries one job, and no session"));
      return;
    }
    if (!intake.isOpen()) {
      reply.accept(null);
      return;
    }
    long question = lastQuestion.incrementAndGet();
    asked.put(question, reply);
    try {
      intake.take(question, job, digest);
    } catch (IOException | RuntimeException e) {
      LOG.info("{} is not accepted", job, e);
      answer(question, false, job + " cannot be accepted: " + messageOf(e));
    }
  }

  private static String messageOf(Exception e) {
    return e instanceof FailureException known ? known.failure().message() : e.toString();
  }

  @Override
  public void kill(String job, String user, String reason, Consumer<Answer> reply) {
    if (session(job).isPresent()) {
      end(JobState.KILLED, by(user, reason), reply);
      return;
    }
    Optional<JobView> view = views.find(job);
    Optional<Answer> no = refusal(job, view);
    if (no.isPresent()) {
      reply.accept(no.get());
      return;
    }
    mailbox.offer(
        new Event.OfJob(view.get().id(), new JobEvent.KillAsked(by(user, reason))),
        () -> reply.accept(new Answer(true, view.get().id() + " is being killed")));
  }

  @Override
  public void stop(String job, String user, String reason, Consumer<Answer> reply) {
    if (session(job).isPresent()) {
      end(JobState.EXITED, by(user, reason), reply);
      return;
    }
    Optional<JobView> view = views.find(job);
    Optional<Answer> no = refusal(job, view);
    if (no.isPresent()) {
      reply.accept(no.get());
      return;
    }
    JobId id = view.get().id();
    if (view.get().state() != JobState.RUNNING) {
      reply.accept(
          new Answer(
              false,
              id
                  + " is "
                  + view.get().state()
                  + ": nothing is trained yet that could be kept; kill ends it"));
      return;
    }
    mailbox.offer(
        new Event.OfJob(id, new JobEvent.StopAsked(by(user, reason))),
        () -> reply.accept(new Answer(true, id + " ends after the mini-batches in hand")));
  }

  @Override
  public void scale(String job, String user, Role role, int count, Consumer<Answer> reply) {
    Optional<JobView> view = views.find(job);
    Optional<Answer> no = refusal(job, view);
    if (no.isPresent()) {
      reply.accept(no.get());
      return;
    }
    long question = lastQuestion.incrementAndGet();
    asked.put(question, reply);
    mailbox.offer(view.get().id(), new JobEvent.ScaleAsked(question, role, count, user));
  }

  /** Sends the core's decision, which is durable by now, to the caller. */
  public void answer(long question, boolean accepted, String message) {
    Consumer<Answer> reply = asked.remove(question);
    if (reply != null) {
      reply.accept(new Answer(accepted, message));
    }
  }

  /** The reason for which no command can change the job's end any more; empty if one still can. */
  private Optional<Answer> refusal(String job, Optional<JobView> found) {
    if (found.isEmpty()) {
      return Optional.of(new Answer(false, "no job " + job + " runs here" + choice()));
    }
    JobView view = found.get();
    String why = null;
    if (view.state().isEnd()) {
      why = " has ended, " + view.state() + " already";
    } else if (view.failure() != null) {
      why = " is ending already: " + view.failure().message();
    } else if (view.results().published() != null) {
      why =
          " is ending already, and its "
              + (view.results().output() == null ? "model" : "output")
              + " is in its place: "
              + view.results().published().location();
    }
    return Optional.ofNullable(why).map(words -> new Answer(false, view.id() + words));
  }

  /** The jobs to choose from, where a session has several. */
  private String choice() {
    return views.session().isEmpty()
        ? ""
        : views.all().stream()
            .map(view -> view.id().toString())
            .collect(Collectors.joining(", ", "; those that run are: ", ""));
  }

  private static String by(String user, String reason) {
    return user + (reason.isBlank() ? "" : " (" + reason + ")");
  }

  private JobStatus status(SessionView view) {
    SessionReport report = SessionReport.of(view, views.all());
    return new JobStatus(
        view.id().toString(),
        report.state(),
        view.isOver(),
        0,
        0,
        0,
        trackingUrl,
        report.toJson().getBytes(StandardCharsets.UTF_8));
  }

  private JobStatus status(JobView view) {
    return new JobStatus(
        view.id().toString(),
        view.state().name(),
        view.state().isEnd(),
        view.version(),
        view.versions(),
        view.progress().recordsComputed(),
        trackingUrl,
        ReportJson.of(view, System.currentTimeMillis()).getBytes(StandardCharsets.UTF_8));
  }
}
