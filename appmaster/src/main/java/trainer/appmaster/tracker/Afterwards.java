package trainer.appmaster.tracker;

import trainer.core.message.ToMember;

/** What a job that is over still answers: that it is over. */
final class Afterwards implements TrackerEvent.Handler {
  private static final String OVER = "the job is over";

  private final Context context;

  Afterwards(Context context) {
    this.context = context;
  }

  @Override
  public void on(TrackerEvent.Registering event) {
    context.act(new TrackerAction.Refuse(event.connection(), context.term(), OVER));
  }

  @Override
  public void on(TrackerEvent.Said event) {
    context.send(event.incarnation(), new ToMember.Refused(context.term(), OVER));
    context.act(new TrackerAction.Close(event.incarnation()));
  }

  @Override
  public void on(TrackerEvent.Started event) {}

  @Override
  public void on(TrackerEvent.NodesNoted event) {}

  @Override
  public void on(TrackerEvent.Indexed event) {}

  @Override
  public void on(TrackerEvent.IndexFailed event) {}

  @Override
  public void on(TrackerEvent.Standing event) {}

  @Override
  public void on(TrackerEvent.ContainerSeen event) {}

  @Override
  public void on(TrackerEvent.ContainerEnded event) {}

  @Override
  public void on(TrackerEvent.Disconnected event) {}

  @Override
  public void on(TrackerEvent.KillAsked event) {}

  @Override
  public void on(TrackerEvent.StopAsked event) {}

  @Override
  public void on(TrackerEvent.ScaleAsked event) {
    context.act(new TrackerAction.Answer(event.question(), false, OVER));
  }

  @Override
  public void on(TrackerEvent.ContainerLeaving event) {}

  @Override
  public void on(TrackerEvent.ClusterLost event) {}

  @Override
  public void on(TrackerEvent.Published event) {}

  @Override
  public void on(TrackerEvent.CheckpointStored event) {}

  @Override
  public void on(TrackerEvent.CheckpointNotStored event) {}

  @Override
  public void on(TrackerEvent.WindowSafe event) {}

  @Override
  public void on(TrackerEvent.NotPublished event) {}

  @Override
  public void on(TrackerEvent.PublishDelayed event) {}

  @Override
  public void on(TrackerEvent.PublishFailed event) {}

  @Override
  public void on(TrackerEvent.Tick event) {}
}
