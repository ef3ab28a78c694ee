package trainer.appmaster.main;

import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import trainer.appmaster.files.CheckpointStore;
import trainer.appmaster.files.InputCutting;
import trainer.appmaster.files.ModelSearch;
import trainer.appmaster.files.Publishing;
import trainer.appmaster.run.Cluster;
import trainer.appmaster.run.Mailbox;
import trainer.appmaster.run.Views;
import trainer.appmaster.serve.MemberSessions;
import trainer.appmaster.session.Action;
import trainer.appmaster.tracker.TrackerAction;
import trainer.appmaster.tracker.TrackerEvent;
import trainer.core.job.JobId;
import trainer.core.job.JobState;

/**
 * Performs what the core wants done, each action by its own part. Called by the core thread; what
 * takes long is handed to the background, and its result comes back through the mailbox.
 */
final class Performer implements Consumer<Action> {
  private final Mailbox mailbox;
  private final Views views;
  private final Cluster cluster;
  private final MemberSessions members;
  private final InputCutting cutting;
  private final Publishing publishing;
  private final ModelSearch search;
  private final CheckpointStore checkpoints;
  private final Consumer<TrackerAction.Answer> answers;
  private final Executor background;
  private final Consumer<JobState> over;

  Performer(
      Mailbox mailbox,
      Views views,
      Cluster cluster,
      MemberSessions members,
      InputCutting cutting,
      Publishing publishing,
      ModelSearch search,
      CheckpointStore checkpoints,
      Consumer<TrackerAction.Answer> answers,
      Executor background,
      Consumer<JobState> over) {
    this.mailbox = mailbox;
    this.views = views;
    this.cluster = cluster;
    this.members = members;
    this.cutting = cutting;
    this.publishing = publishing;
    this.search = search;
    this.checkpoints = checkpoints;
    this.answers = answers;
    this.background = background;
    this.over = over;
  }

  @Override
  public void accept(Action action) {
    if (action instanceof Action.OfFleet of) {
      of.action().to(cluster);
    } else if (action instanceof Action.OfTracker of) {
      of.action().to(new OfJob(of.job()));
    } else {
      throw new IllegalStateException("not an action to perform: " + action);
    }
  }

  private final class OfJob implements TrackerAction.Handler {
    private final JobId job;

    OfJob(JobId job) {
      this.job = job;
    }

    @Override
    public void on(TrackerAction.CutInput action) {
      background.execute(() -> mailbox.offer(job, cutting.cut()));
    }

    @Override
    public void on(TrackerAction.Accept action) {
      members.accept(job, action);
    }

    @Override
    public void on(TrackerAction.Refuse action) {
      members.refuse(action);
    }

    @Override
    public void on(TrackerAction.Send action) {
      members.send(job, action);
    }

    @Override
    public void on(TrackerAction.Close action) {
      members.close(job, action);
    }

    @Override
    public void on(TrackerAction.Want action) {
      throw new IllegalStateException("the fleet is asked inside the core: " + action);
    }

    @Override
    public void on(TrackerAction.GiveBack action) {
      throw new IllegalStateException("the fleet is asked inside the core: " + action);
    }

    @Override
    public void on(TrackerAction.Heard action) {
      throw new IllegalStateException("the fleet is told inside the core: " + action);
    }

    @Override
    public void on(TrackerAction.Blame action) {
      throw new IllegalStateException("the fleet is told inside the core: " + action);
    }

    @Override
    public void on(TrackerAction.Absolve action) {
      throw new IllegalStateException("the fleet is told inside the core: " + action);
    }

    @Override
    public void on(TrackerAction.Slow action) {
      throw new IllegalStateException("the fleet is told inside the core: " + action);
    }

    @Override
    public void on(TrackerAction.Answer action) {
      answers.accept(action);
    }

    @Override
    public void on(TrackerAction.FindModel action) {
      background.execute(() -> mailbox.offer(job, search.find(action)));
    }

    @Override
    public void on(TrackerAction.Publish action) {
      LongSupplier records = () -> views.of(job).map(view -> view.records()).orElse(-1L);
      background.execute(
          () ->
              mailbox.offer(
                  job,
                  publishing.publish(
                      action, records.getAsLong(), delayed -> mailbox.offer(job, delayed))));
    }

    @Override
    public void on(TrackerAction.StoreCheckpoint action) {
      background.execute(() -> mailbox.offer(job, checkpoints.store(action)));
    }

    @Override
    public void on(TrackerAction.FindCheckpoint action) {
      background.execute(() -> mailbox.offer(job, checkpoints.find(action)));
    }

    @Override
    public void on(TrackerAction.SweepCheckpoints action) {
      background.execute(() -> checkpoints.sweep(action));
    }

    @Override
    public void on(TrackerAction.TellWindowSafe action) {
      mailbox.offer(job, new TrackerEvent.WindowSafe(action.upTo()));
    }

    @Override
    public void on(TrackerAction.Show action) {
      views.show(action.view());
      cluster.progress((float) action.view().progress());
    }

    @Override
    public void on(TrackerAction.Over action) {
      over.accept(action.state());
    }
  }
}
