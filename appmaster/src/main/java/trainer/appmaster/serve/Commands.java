package trainer.appmaster.serve;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Consumer;
import trainer.appmaster.report.ReportJson;
import trainer.appmaster.run.Mailbox;
import trainer.appmaster.run.Views;
import trainer.appmaster.session.Event;
import trainer.appmaster.tracker.JobView;
import trainer.appmaster.tracker.TrackerEvent;
import trainer.core.job.JobId;
import trainer.protocol.grpc.ControlListener;
import trainer.protocol.grpc.JobStatus;

/** Carries out the commands of users: status from the newest view, kill through the mailbox. */
public final class Commands implements ControlListener {
  private final Mailbox mailbox;
  private final Views views;
  private final JobId only;
  private volatile String trackingUrl = "";

  /**
   * @param only the job that a command without a job id means
   */
  public Commands(Mailbox mailbox, Views views, JobId only) {
    this.mailbox = mailbox;
    this.views = views;
    this.only = only;
  }

  /** Where the page is. */
  public void trackingUrl(String url) {
    trackingUrl = url;
  }

  @Override
  public void status(String job, Consumer<JobStatus> reply) {
    reply.accept(find(job).map(this::status).orElse(null));
  }

  @Override
  public void kill(String job, String user, String reason, Consumer<KillAnswer> reply) {
    Optional<JobView> view = find(job);
    if (view.isEmpty()) {
      reply.accept(new KillAnswer(false, "no job " + job));
    } else if (view.get().state().isEnd()) {
      reply.accept(
          new KillAnswer(
              false, view.get().id() + " has ended, " + view.get().state() + " already"));
    } else {
      String by = user + (reason.isBlank() ? "" : " (" + reason + ")");
      mailbox.offer(
          new Event.OfTracker(view.get().id(), new TrackerEvent.KillAsked(by)),
          () -> reply.accept(new KillAnswer(true, view.get().id() + " is being killed")));
    }
  }

  private Optional<JobView> find(String job) {
    if (job.isEmpty() || job.equals(only.application())) {
      return views.of(only);
    }
    return job.equals(only.toString()) ? views.of(only) : Optional.empty();
  }

  private JobStatus status(JobView view) {
    return new JobStatus(
        view.id().toString(),
        view.state().name(),
        view.state().isEnd(),
        view.version(),
        view.versions(),
        view.recordsComputed(),
        trackingUrl,
        ReportJson.of(view, System.currentTimeMillis()).getBytes(StandardCharsets.UTF_8));
  }
}
