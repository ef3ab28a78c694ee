package trainer.appmaster.main;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import trainer.appmaster.files.CheckpointStore;
import trainer.appmaster.files.ExportCleanup;
import trainer.appmaster.files.InputCutting;
import trainer.appmaster.files.PublishedModelFinder;
import trainer.appmaster.files.Publishing;
import trainer.appmaster.files.ScorePublishing;
import trainer.appmaster.loop.Cluster;
import trainer.container.files.RetryPolicy;
import trainer.core.config.Settings;
import trainer.core.fact.EndingFact;
import trainer.core.fact.Fact;
import trainer.core.failure.Failure;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.core.job.JobState;
import trainer.data.index.InputIndexer;
import trainer.master.job.api.JobEffect;
import trainer.master.job.api.JobEvent;
import trainer.master.job.api.JobView;
import trainer.master.session.Event;
import trainer.protocol.auth.Secret;

/**
 * One job in the master's process: its secret, its files, its end. It performs the effects that the
 * job's core orders. No part of it belongs to another job.
 *
 * <p>The core thread calls the handler's methods. Effects that block run in the background, and
 * their results return through the mailbox.
 */
final class JobRuntime implements JobEffect.Handler {
  private final JobSpec spec;
  private final Settings settings;
  private final Secret secret;
  private final MasterServices master;
  private final InputCutting cutting;
  private final Publishing publishing;
  private final PublishedModelFinder search;
  private final ScorePublishing scores;
  private final CheckpointStore checkpoints;
  private final CompletableFuture<JobState> over = new CompletableFuture<>();
  private final AtomicInteger working = new AtomicInteger();
  private volatile boolean endedBefore;

  /**
   * @param secret of the job's processes
   * @param reading the configuration for reading the input
   */
  JobRuntime(JobSpec spec, Secret secret, Configuration reading, MasterServices master) {
    this.spec = spec;
    this.settings = Settings.of(spec.settings());
    this.secret = secret;
    this.master = master;
    RetryPolicy patience = RetryPolicy.withStorages();
    this.cutting =
        new InputCutting(new InputIndexer(reading, settings), master.hadoop(), spec, patience);
    this.publishing = new Publishing(master.hadoop(), spec, settings, master.fence(), patience);
    this.search = new PublishedModelFinder(master.hadoop(), spec, settings, patience);
    this.scores = new ScorePublishing(master.hadoop(), spec, settings, master.fence(), patience);
    this.checkpoints =
        new CheckpointStore(master.hadoop(), spec, settings, RetryPolicy.withCheckpoints(settings));
  }

  JobId id() {
    return spec.id();
  }

  JobSpec spec() {
    return spec;
  }

  Secret secret() {
    return secret;
  }

  /**
   * The event with which the job enters the core.
   *
   * @param remembered the facts of earlier masters in the job's log
   */
  Event.Submitted submission(List<Fact> remembered) {
    endedBefore = remembered.stream().anyMatch(fact -> fact instanceof EndingFact.Ended);
    return rehearsed(remembered);
  }

  /** The same event for a core of which nothing is performed. */
  Event.Submitted rehearsed(List<Fact> remembered) {
    return new Event.Submitted(spec, SpecText.of(spec), remembered);
  }

  /** Cuts the input before it is needed, and keeps the result for that time. */
  JobEvent cutEarly() {
    return cutting.cutEarly();
  }

  /** Completed with the end of the job once its output is released. */
  CompletableFuture<JobState> over() {
    return over;
  }

  /** Whether the journal has the job's end. */
  boolean hasEnded() {
    return view().map(view -> view.state().isEnd()).orElse(false);
  }

  /** Reports the end that the journal has; see {@link LastWord#ofRecorded}. */
  Cluster.Ending reportRecorded(FileSystem files, boolean isFolderGone) throws IOException {
    return lastWord(files).ofRecorded(view().orElseThrow(), endedBefore, isFolderGone);
  }

  /** Reports the end of a job that cannot go on; see {@link LastWord#ofUnrecorded}. */
  Optional<Cluster.Ending> reportUnrecorded(FileSystem files, Failure why, boolean isFollowed) {
    return lastWord(files).ofUnrecorded(view().orElse(null), why, isFollowed);
  }

  private LastWord lastWord(FileSystem files) {
    return new LastWord(files, spec, master.hadoop());
  }

  private Optional<JobView> view() {
    return master.views().of(id());
  }

  /** Releases the claim to the output, and deletes exports that did not become a model. */
  void clearExports() {
    ExportCleanup.clear(master.hadoop(), spec);
  }

  @Override
  public void on(JobEffect.CutInput action) {
    inBackground(() -> cutting.cut(action.isFirst()));
  }

  @Override
  public void on(JobEffect.Accept action) {
    master.members().accept(id(), action);
  }

  @Override
  public void on(JobEffect.Refuse action) {
    master.members().refuse(action);
  }

  @Override
  public void on(JobEffect.Send action) {
    master.members().send(id(), action);
  }

  @Override
  public void on(JobEffect.Close action) {
    master.members().close(id(), action);
  }

  @Override
  public void on(JobEffect.Answer action) {
    master.commands().answer(action.question(), action.accepted(), action.message());
  }

  @Override
  public void on(JobEffect.FindModel action) {
    inBackground(() -> search.find(action));
  }

  @Override
  public void on(JobEffect.Publish action) {
    LongSupplier records = () -> view().map(view -> view.progress().records()).orElse(-1L);
    inBackground(() -> publishing.publish(action, records.getAsLong(), this::offer));
  }

  @Override
  public void on(JobEffect.FindScores action) {
    inBackground(scores::find);
  }

  @Override
  public void on(JobEffect.PublishScores action) {
    inBackground(() -> scores.publish(action, this::offer));
  }

  @Override
  public void on(JobEffect.StoreCheckpoint action) {
    inBackground(() -> checkpoints.store(action));
  }

  @Override
  public void on(JobEffect.FindCheckpoint action) {
    inBackground(() -> checkpoints.find(action));
  }

  @Override
  public void on(JobEffect.SweepCheckpoints action) {
    outside(() -> checkpoints.sweep(action));
  }

  @Override
  public void on(JobEffect.TellWindowSafe action) {
    offer(new JobEvent.WindowSafe(action.upTo()));
  }

  @Override
  public void on(JobEffect.Show action) {
    master.views().show(action.view());
  }

  @Override
  public void on(JobEffect.Over action) {
    // Other jobs may run for long, and the output must not stay claimed until they end.
    outside(
        () -> {
          try {
            clearExports();
            over.complete(action.state());
          } catch (RuntimeException e) {
            over.completeExceptionally(e);
          }
        });
  }

  private void inBackground(Supplier<JobEvent> work) {
    outside(() -> offer(work.get()));
  }

  private void outside(Runnable work) {
    working.incrementAndGet();
    master
        .background()
        .execute(
            () -> {
              try {
                work.run();
              } finally {
                working.decrementAndGet();
              }
            });
  }

  /** Whether files are being read or written for the job. */
  boolean isWorking() {
    return working.get() > 0;
  }

  private void offer(JobEvent event) {
    master.mailbox().offer(id(), event);
  }
}
