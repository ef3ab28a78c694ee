package trainer.appmaster.serve;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import trainer.appmaster.loop.LatestViews;
import trainer.appmaster.loop.Mailbox;
import trainer.core.job.JobId;
import trainer.core.job.JobState;
import trainer.core.job.Role;
import trainer.master.job.api.JobEffect;
import trainer.master.job.api.JobEvent;
import trainer.master.job.api.JobView;
import trainer.master.report.ReportJson;
import trainer.master.session.Event;
import trainer.protocol.grpc.ControlListener;
import trainer.protocol.grpc.JobStatus;

/**
 * The commands of users. Status is answered from the newest view; all others pass through the
 * mailbox.
 */
public final class Commands implements ControlListener {
  private final Mailbox mailbox;
  private final LatestViews views;
  private final Map<Long, Consumer<Answer>> asked = new ConcurrentHashMap<>();
  private final AtomicLong lastQuestion = new AtomicLong();
  private volatile String trackingUrl = "";

  public Commands(Mailbox mailbox, LatestViews views) {
    this.mailbox = mailbox;
    this.views = views;
  }

  /** Sets the address of the page. */
  public void trackingUrl(String url) {
    trackingUrl = url;
  }

  @Override
  public void status(String job, Consumer<JobStatus> reply) {
    reply.accept(views.find(job).map(this::status).orElse(null));
  }

  @Override
  public void kill(String job, String user, String reason, Consumer<Answer> reply) {
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
  public void answer(JobEffect.Answer answer) {
    Consumer<Answer> reply = asked.remove(answer.question());
    if (reply != null) {
      reply.accept(new Answer(answer.accepted(), answer.message()));
    }
  }

  /** The reason for which no command can change the job's end any more; empty if one still can. */
  private Optional<Answer> refusal(String job, Optional<JobView> found) {
    if (found.isEmpty()) {
      return Optional.of(new Answer(false, "no job " + job + choice()));
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

  /** The jobs to choose from, where the application has several. */
  private String choice() {
    List<JobView> all = views.all();
    return all.size() < 2
        ? ""
        : all.stream()
            .map(view -> view.id().toString())
            .collect(Collectors.joining(", ", "; name one of ", ""));
  }

  private static String by(String user, String reason) {
    return user + (reason.isBlank() ? "" : " (" + reason + ")");
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
