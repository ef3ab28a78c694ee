package trainer.master.job.ending;

import trainer.core.message.ToMember;
import trainer.master.job.api.JobEffect;
import trainer.master.job.api.JobEvent;
import trainer.master.job.kernel.JobContext;

/**
 * The handler of events after a job's end: it refuses members and requests, and ignores all other
 * events.
 */
public final class EndedJob
    implements JobEvent.Handler, JobEvent.OfMember.MemberHandler, JobEvent.OfUser.UserHandler {
  private static final String OVER = "the job is over";

  private final JobContext context;

  public EndedJob(JobContext context) {
    this.context = context;
  }

  @Override
  public void on(JobEvent.OfMember event) {
    event.to((JobEvent.OfMember.MemberHandler) this);
  }

  @Override
  public void on(JobEvent.OfUser event) {
    event.to((JobEvent.OfUser.UserHandler) this);
  }

  @Override
  public void on(JobEvent.OfShell event) {}

  @Override
  public void on(JobEvent.OfCluster event) {}

  @Override
  public void on(JobEvent.Registering event) {
    context.act(new JobEffect.Refuse(event.connection(), context.term(), OVER));
  }

  @Override
  public void on(JobEvent.Received event) {
    context.send(event.incarnation(), new ToMember.Refused(context.term(), OVER));
    context.act(new JobEffect.Close(event.incarnation()));
  }

  @Override
  public void on(JobEvent.Disconnected event) {}

  @Override
  public void on(JobEvent.KillAsked event) {}

  @Override
  public void on(JobEvent.StopAsked event) {}

  @Override
  public void on(JobEvent.ScaleAsked event) {
    context.act(new JobEffect.Answer(event.question(), false, OVER));
  }
}
