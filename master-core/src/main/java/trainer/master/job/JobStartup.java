package trainer.master.job;

import java.util.Comparator;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import trainer.core.config.Keys;
import trainer.core.fact.CheckpointFact;
import trainer.core.fact.JobFact;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.input.InputFile;
import trainer.core.job.JobState;
import trainer.master.job.allocation.ContainerAllocation;
import trainer.master.job.api.JobEffect;
import trainer.master.job.api.JobEvent;
import trainer.master.job.ending.Publication;
import trainer.master.job.history.JobPlan;
import trainer.master.job.history.MiniBatchComposition;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.kernel.JobLifecycle;
import trainer.master.job.training.HeldOutScoring;
import trainer.master.job.training.JobWork;
import trainer.master.job.training.Training;
import trainer.master.job.training.TrainingParts;

/**
 * The steps from the state in the journal to the first work: from NEW for a fresh job, from any
 * later state for another. The steps are the same; a step whose record exists is not taken again.
 */
final class JobStartup {
  private final JobContext context;
  private final JobLifecycle lifecycle;
  private final TrainingParts parts;
  private final ContainerAllocation allocation;
  private final Publication export;
  private final int mostFruitless;
  private final Consumer<JobWork> whenKnown;

  /**
   * Creates the startup.
   *
   * @param mostFruitless the job fails after so many masters in a row without progress
   * @param whenKnown takes the work once the input is cut, which ends the startup
   */
  JobStartup(
      TrainingParts parts,
      ContainerAllocation allocation,
      Publication export,
      int mostFruitless,
      Consumer<JobWork> whenKnown) {
    this.context = parts.context();
    this.lifecycle = parts.lifecycle();
    this.parts = parts;
    this.allocation = allocation;
    this.export = export;
    this.mostFruitless = mostFruitless;
    this.whenKnown = whenKnown;
  }

  /** The master leads. */
  void onStarted(JobEvent.Started event) {
    if (context.isLeading()) {
      lifecycle.ignore(event);
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

  /** The model is not at the output: it is made, from the last recorded step on. */
  void onNotPublished(JobEvent.NotPublished event) {
    if (!export.isSearching()) {
      lifecycle.ignore(event);
      return;
    }
    export.onNotFound();
    if (!lifecycle.isDecided()) {
      begin();
    }
  }

  /** Begins the work, unless too many masters before this one made no progress. */
  private void begin() {
    int lost = context.history().masters().fruitless() - 1;
    if (lost < mostFruitless) {
      parts.checkpoints().takeOver();
      context.act(new JobEffect.CutInput(context.history().indexDigest() == null));
      return;
    }
    lifecycle.fail(
        new Failure(
            FailureKind.MASTER_CRASH_LOOP,
            lost + " masters in a row were lost and none got the job any further",
            "in state " + lifecycle.state() + ", version " + context.history().version(),
            "see the logs of the masters before"));
  }

  /** Ends the job if the model of an earlier master is at the output. */
  void reconcile() {
    if (export.isDone()) {
      lifecycle.settle(JobState.EXITED, null);
    }
  }

  void onIndexFailed(JobEvent.IndexFailed event) {
    lifecycle.fail(event.failure());
  }

  void onIndexed(JobEvent.Indexed event) {
    if (!context.isLeading() || lifecycle.isDecided()) {
      lifecycle.ignore(event);
    } else if (event.training().size() == 0) {
      fail(FailureKind.INPUT_EMPTY, "there is no record in the input", "check trainer.input");
    } else if (isChanged(event.digest())) {
      lifecycle.fail(changed(event));
    } else {
      parts.badRecords().onIndexed(event.bad());
      if (!lifecycle.isDecided()) {
        define(event);
      }
    }
  }

  private boolean isChanged(String digest) {
    String before = context.history().indexDigest();
    return before != null && !before.equals(digest);
  }

  /**
   * A lost master knew each file. This one has a digest of all, and the time at which the job
   * began.
   */
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
    HeldOutScoring validation = new HeldOutScoring(parts, event.validation());
    Training training = TrainingFactory.of(parts, validation, event.training());
    JobWork work = new JobWork(parts, training, validation, event.training());
    if (isBeyond(event, training.versions())) {
      fail(
          FailureKind.CONFIG_CONFLICT,
          "what the job goes on from has more mini-batches than the "
              + training.versions()
              + " that it is to train",
          "give more epochs, and the settings of the earlier job");
      return;
    }
    JobPlan.Composition composition = context.plan().training().composition();
    if (context.history().indexDigest() == null) {
      event.origin().forEach(context::record); // the next fact says that all of them are there
      context.record(
          new JobFact.JobDefined(
              context.specText(),
              composition.seed(),
              MiniBatchComposition.idOf(composition.units(event.training())),
              event.digest(),
              event.training().size(),
              work.training().versions()));
    }
    if (lifecycle.state() == JobState.INITING) {
      lifecycle.enter(JobState.INIT);
    }
    allocation.begin(event.training());
    whenKnown.accept(work);
  }

  private static boolean isBeyond(JobEvent.Indexed event, long versions) {
    return event.origin().stream()
        .anyMatch(
            fact ->
                fact instanceof CheckpointFact.CheckpointAdded added
                    && added.version().number() > versions);
  }

  private void fail(FailureKind kind, String what, String advice) {
    String input = context.spec().settings().getOrDefault("trainer.input", "");
    lifecycle.fail(new Failure(kind, what, input, advice));
  }
}
