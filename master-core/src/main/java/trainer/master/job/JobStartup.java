package trainer.master.job;

import java.util.Comparator;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.config.Keys;
import trainer.core.fact.Fact;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.input.InputFile;
import trainer.core.job.JobState;
import trainer.master.job.allocation.ContainerAllocation;
import trainer.master.job.api.JobEffect;
import trainer.master.job.api.JobEvent;
import trainer.master.job.checkpoints.CheckpointCoordinator;
import trainer.master.job.ending.ModelExport;
import trainer.master.job.history.MiniBatchComposition;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.kernel.JobLifecycle;
import trainer.master.job.members.Membership;
import trainer.master.job.partitions.LineManager;
import trainer.master.job.training.BadRecordBudget;
import trainer.master.job.training.JobWork;
import trainer.master.job.training.TableAggregation;
import trainer.master.job.training.Training;

/**
 * Brings a job from what its journal says to where there is work to be given out: a fresh one from
 * NEW, any other from wherever earlier masters left it. The steps are the same; those whose record
 * is there are not taken again.
 */
final class JobStartup {
  private static final Logger LOG = LoggerFactory.getLogger(JobStartup.class);

  /** Masters in a row that got a job no further, after which it is given up. */
  private static final int FRUITLESS = 3;

  private final JobContext context;
  private final JobLifecycle lifecycle;
  private final Membership members;
  private final LineManager lines;
  private final ContainerAllocation gathering;
  private final BadRecordBudget tolerance;
  private final CheckpointCoordinator checkpoints;
  private final ModelExport export;
  private JobWork work;

  JobStartup(
      JobContext context,
      JobLifecycle lifecycle,
      Membership members,
      LineManager lines,
      ContainerAllocation gathering,
      BadRecordBudget tolerance,
      CheckpointCoordinator checkpoints,
      ModelExport export) {
    this.context = context;
    this.lifecycle = lifecycle;
    this.members = members;
    this.lines = lines;
    this.gathering = gathering;
    this.tolerance = tolerance;
    this.checkpoints = checkpoints;
    this.export = export;
  }

  /** What there is to compute; null while the input is not cut. */
  JobWork work() {
    return work;
  }

  /** The master leads. */
  void started(JobEvent.Started event) {
    if (context.isLeading()) {
      ignore(event);
      return;
    }
    context.lead(event.term());
    if (lifecycle.isDecided()) {
      return; // what is left is to wind down
    }
    if (lifecycle.state() == JobState.NEW) {
      lifecycle.enter(JobState.INITING);
    }
    if (context.history().isPublishing() && !export.isDone()) {
      export.search();
    } else if (!export.isDone()) {
      begin();
    }
  }

  /** The model is not in its place: it is made, from wherever that was left. */
  void notPublished(JobEvent.NotPublished event) {
    if (!export.isSearching()) {
      ignore(event);
      return;
    }
    export.notFound();
    if (!lifecycle.isDecided()) {
      begin();
    }
  }

  /** There is work to be done: by this master, unless too many before it got nowhere. */
  private void begin() {
    int lost = context.history().masters().fruitless() - 1;
    if (lost < FRUITLESS) {
      checkpoints.takeOver();
      context.act(new JobEffect.CutInput());
      return;
    }
    lifecycle.fail(
        new Failure(
            FailureKind.MASTER_CRASH_LOOP,
            lost + " masters in a row were lost and none got the job any further",
            "in state " + lifecycle.state() + ", version " + context.history().version(),
            "see the logs of the masters before"));
  }

  void indexFailed(JobEvent.IndexFailed event) {
    if (work == null) {
      lifecycle.fail(event.failure());
    } else {
      ignore(event);
    }
  }

  void indexed(JobEvent.Indexed event) {
    if (!context.isLeading() || work != null || lifecycle.isDecided()) {
      ignore(event);
    } else if (event.training().size() == 0) {
      fail(FailureKind.INPUT_EMPTY, "there is no record in the input", "check trainer.input");
    } else if (isChanged(event.digest())) {
      lifecycle.fail(changed(event));
    } else {
      tolerance.indexed(event.bad());
      if (!lifecycle.isDecided()) {
        define(event);
      }
    }
  }

  private boolean isChanged(String digest) {
    String before = context.history().indexDigest();
    return before != null && !before.equals(digest);
  }

  /** A lost master knew each file; this one has a digest of all, and when the job began. */
  private Failure changed(JobEvent.Indexed event) {
    long began = context.history().states().get(0).at();
    Optional<InputFile> newer =
        Stream.of(event.training(), event.validation())
            .filter(Objects::nonNull)
            .flatMap(index -> index.files().stream())
            .max(Comparator.comparingLong(InputFile::modified))
            .filter(file -> file.modified() >= began);
    return new Failure(
        FailureKind.INPUT_CHANGED,
        newer.isPresent()
            ? "a file that was written after the job began; the master that had read what was there"
                + " before is lost"
            : "files are not those that there were when the job began: none is newer, so some are"
                + " gone, or others are in their place; the master that knew them is lost",
        newer.map(InputFile::path).orElse(context.spec().settings().get(Keys.INPUT.name())),
        "train on files that stay as they are; run the job again");
  }

  private void define(JobEvent.Indexed event) {
    TableAggregation aggregation = new TableAggregation(context, lifecycle, lines);
    Training training =
        TrainingFactory.of(
            context,
            lifecycle,
            members,
            lines,
            tolerance,
            aggregation,
            checkpoints,
            event.training());
    work =
        new JobWork(context, members, lines, tolerance, training, aggregation, event.validation());
    if (context.history().indexDigest() == null) {
      context.record(
          new Fact.JobDefined(
              context.specText(),
              context.plan().seed(),
              MiniBatchComposition.ORDER,
              event.digest(),
              event.training().size(),
              work.training().versions()));
    }
    if (lifecycle.state() == JobState.INITING) {
      lifecycle.enter(JobState.INIT);
    }
    gathering.begin();
  }

  private void fail(FailureKind kind, String what, String advice) {
    String input = context.spec().settings().getOrDefault("trainer.input", "");
    lifecycle.fail(new Failure(kind, what, input, advice));
  }

  private void ignore(JobEvent event) {
    LOG.warn("{}: not expected in {}, ignored: {}", context.spec().id(), lifecycle.state(), event);
  }
}
