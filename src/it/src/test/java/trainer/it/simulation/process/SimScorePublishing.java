package trainer.it.simulation.process;

import java.util.List;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.message.OutputFile;
import trainer.it.simulation.checks.ScoreFiles;
import trainer.it.simulation.scenario.Fault;
import trainer.it.simulation.scenario.SimJob;
import trainer.master.job.api.JobEvent;
import trainer.master.session.Event;
import trainer.testkit.Host;
import trainer.testkit.SeededSchedule;

/**
 * The publication of a scoring job's output by one master, with the steps of {@code
 * ScorePublishing} of the real master. Time passes between the steps, so masters meet in them.
 */
final class SimScorePublishing {
  private static final long RETRY_MILLIS = 500;
  private static final Failure GONE =
      new Failure(FailureKind.STORAGE_FAILED, "a file of the output is gone", "", "");

  private final World world;
  private final SimMaster master;
  private final SimJob job;
  private final ScoreFiles files;
  private final SeededSchedule schedule;
  private final Host host;

  SimScorePublishing(World world, SimMaster master, SimJob job) {
    this.world = world;
    this.master = master;
    this.job = job;
    this.files = world.scores(job).files();
    this.schedule = world.schedule();
    this.host = master.host();
  }

  /** Looks for an output that an earlier master has put in its place. */
  void find() {
    host.afterMillis(
        20,
        () -> {
          world.chaos().hit(files.isPublished() ? "OUTPUT_FOUND" : "NO_OUTPUT_FOUND", "searching");
          if (files.isPublished()) {
            finish(files.manifest());
          } else {
            answer(new JobEvent.NotPublished());
          }
        });
  }

  /** Publishes these files. */
  void publish(List<OutputFile> counting) {
    host.afterMillis(10L + schedule.below(100), () -> prepare(counting));
  }

  private void prepare(List<OutputFile> counting) {
    if (files.isPublished()) {
      finish(counting);
    } else if (isFailing()) {
      Failure away = new Failure(FailureKind.STORAGE_FAILED, "the storage is away", "", "");
      answer(new JobEvent.PublishDelayed(away));
      host.afterMillis(RETRY_MILLIS, () -> prepare(counting));
    } else if (!files.hasInFolder(counting)) {
      answer(new JobEvent.PublishFailed(GONE));
    } else {
      if (files.sweepFolder(counting) > 0) {
        world.chaos().hit("OUTPUT_SWEPT", "before the rename");
      }
      host.afterMillis(schedule.below(20), () -> passFence(counting));
    }
  }

  private boolean isFailing() {
    int failures = job.training().scoring().failures();
    return failures > 0 && schedule.oneIn(failures);
  }

  /** A superseded master that finds out here waits in vain until its process ends. */
  private void passFence(List<OutputFile> counting) {
    if (master != world.masters().present()) {
      world.chaos().hit("OUTPUT_FENCED", "publishing");
      return;
    }
    long millis = schedule.oneIn(4) ? schedule.below(2000) : schedule.below(100);
    if (schedule.oneIn(2)) {
      host.afterMillis(millis, () -> rename(counting));
    } else {
      schedule.afterMillis(millis, () -> rename(counting)); // on its way, whatever the master does
    }
    strike("before the rename");
    host.afterMillis(schedule.below(50), this::writeLate);
  }

  /** A worker of a node that the cluster has lost, and takes for ended, makes a file. */
  private void writeLate() {
    if (world.chaos().has(Fault.PARTITION) && schedule.oneIn(2)) {
      world.chaos().hit("FILE_OF_THE_LOST", files.isPublished() ? "published" : "publishing");
      files.create("part-00000-late", 0);
    }
  }

  /**
   * The moments about the rename are short, so masters are lost there more often than elsewhere.
   */
  private void strike(String step) {
    SimMasters masters = world.masters();
    if (master != masters.present() || !masters.mayBeLost()) {
      return;
    }
    if (world.chaos().strikes(Fault.MASTER_CRASH, 4, step)) {
      masters.crash();
    } else if (world.chaos().strikes(Fault.MASTER_SUPERSEDED, 4, step)) {
      masters.supersede();
    }
  }

  private void rename(List<OutputFile> counting) {
    if (files.rename(counting)) {
      boolean leads = master == world.masters().present();
      world.chaos().hit("OUTPUT_RENAMED", leads ? "leading" : "superseded");
    }
    strike("after the rename");
    host.afterMillis(schedule.below(50), () -> finish(counting));
  }

  private void finish(List<OutputFile> counting) {
    if (!files.isPublished()) {
      answer(new JobEvent.PublishFailed(GONE));
      return;
    }
    if (files.sweepOutput(counting) > 0) {
      world.chaos().hit("OUTPUT_SWEPT", "after the rename");
    }
    answer(published());
  }

  private JobEvent published() {
    return new JobEvent.Published(files.scoreId(), "hdfs://x/out-" + job.number());
  }

  /** The answer is lost with its master. */
  private void answer(JobEvent event) {
    host.afterMillis(schedule.below(50), () -> master.handle(new Event.OfJob(job.id(), event)));
  }
}
