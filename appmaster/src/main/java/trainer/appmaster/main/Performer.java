package trainer.appmaster.main;

import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import trainer.appmaster.files.CheckpointStore;
import trainer.appmaster.files.InputCutting;
import trainer.appmaster.files.PublishedModelFinder;
import trainer.appmaster.files.Publishing;
import trainer.appmaster.loop.Cluster;
import trainer.appmaster.loop.LatestViews;
import trainer.appmaster.loop.Mailbox;
import trainer.appmaster.serve.MemberSessions;
import trainer.core.job.JobId;
import trainer.core.job.JobState;
import trainer.master.job.api.JobEffect;
import trainer.master.job.api.JobEvent;
import trainer.master.session.Action;

/**
 * Performs the actions of the core, each by its own part. Called by the core thread. Long actions
 * run in the background, and their results return through the mailbox.
 */
final class Performer implements Consumer<Action> {
  private final Mailbox mailbox;
  private final LatestViews views;
  private final Cluster cluster;
  private final MemberSessions members;
  private final InputCutting cutting;
  private final Publishing publishing;
  private final PublishedModelFinder search;
  private final CheckpointStore checkpoints;
  private final Consumer<JobEffect.Answer> answers;
  private final Executor background;
  private final Consumer<JobState> over;

  Performer(
      Mailbox mailbox,
      LatestViews views,
      Cluster cluster,
      MemberSessions members,
      InputCutting cutting,
      Publishing publishing,
      PublishedModelFinder search,
      CheckpointStore checkpoints,
      Consumer<JobEffect.Answer> answers,
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
    } else if (action instanceof Action.OfJob of) {
      of.action().to(new OfJob(of.job()));
    } else {
      throw new IllegalStateException("not an action to perform: " + action);
    }
  }

  private final class OfJob implements JobEffect.Handler {
    private final JobId job;

    OfJob(JobId job) {
      this.job = job;
    }

    @Override
    public void on(JobEffect.CutInput action) {
      background.execute(() -> mailbox.offer(job, cutting.cut()));
    }

    @Override
    public void on(JobEffect.Accept action) {
      members.accept(job, action);
    }

    @Override
    public void on(JobEffect.Refuse action) {
      members.refuse(action);
    }

    @Override
    public void on(JobEffect.Send action) {
      members.send(job, action);
    }

    @Override
    public void on(JobEffect.Close action) {
      members.close(job, action);
    }

    @Override
    public void on(JobEffect.Answer action) {
      answers.accept(action);
    }

    @Override
    public void on(JobEffect.FindModel action) {
      background.execute(() -> mailbox.offer(job, search.find(action)));
    }

    @Override
    public void on(JobEffect.Publish action) {
      LongSupplier records = () -> views.of(job).map(view -> view.progress().records()).orElse(-1L);
      background.execute(
          () ->
              mailbox.offer(
                  job,
                  publishing.publish(
                      action, records.getAsLong(), delayed -> mailbox.offer(job, delayed))));
    }

    @Override
    public void on(JobEffect.StoreCheckpoint action) {
      background.execute(() -> mailbox.offer(job, checkpoints.store(action)));
    }

    @Override
    public void on(JobEffect.FindCheckpoint action) {
      background.execute(() -> mailbox.offer(job, checkpoints.find(action)));
    }

    @Override
    public void on(JobEffect.SweepCheckpoints action) {
      background.execute(() -> checkpoints.sweep(action));
    }

    @Override
    public void on(JobEffect.TellWindowSafe action) {
      mailbox.offer(job, new JobEvent.WindowSafe(action.upTo()));
    }

    @Override
    public void on(JobEffect.Show action) {
      views.show(action.view());
      cluster.progress((float) action.view().finishedPart());
    }

    @Override
    public void on(JobEffect.Over action) {
      over.accept(action.state());
    }
  }
}
