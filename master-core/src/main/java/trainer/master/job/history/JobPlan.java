package trainer.master.job.history;

import java.time.Duration;
import java.util.List;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.config.TaskSize;
import trainer.core.feature.FeatureTerms;
import trainer.core.input.BlockIndex;
import trainer.core.input.Units;
import trainer.core.job.JobSpec;
import trainer.core.job.MiniBatchSize;
import trainer.core.job.ModelSpec;
import trainer.core.job.Phase;
import trainer.core.job.Role;
import trainer.core.message.Measures;

/** The part of a job's configuration that its core uses, by the sections of the configuration. */
public record JobPlan(
    String name,
    String output,
    Training training,
    Pservers pservers,
    Workers workers,
    Containers containers,
    Tasks tasks,
    Checkpoints checkpoints) {
  /** Workers that may die while computing a block before the block becomes suspect. */
  public static final int DEATHS_TOGETHER = 3;

  /** Heartbeat timeouts that a master grants to holders of tasks from an earlier term. */
  private static final int ABSENT_TIMEOUTS = 4;

  /**
   * The passes over the data, and their mini-batches.
   *
   * @param standardised the columns of a table that are standardised, after a first pass
   * @param isScoring whether there is one pass that trains nothing: it scores or imports
   */
  public record Training(
      Composition composition,
      int standardised,
      List<Phase> phases,
      boolean isSpeculating,
      int maxBadRecords,
      Sync sync,
      Validation validation,
      boolean isScoring) {
    private static Training of(ModelSpec model, Settings settings) {
      return new Training(
          Composition.of(settings),
          FeatureTerms.parse(settings.get(Keys.FEATURES)).standardised().size(),
          model.phases(),
          settings.get(Keys.SPECULATION),
          settings.get(Keys.INPUT_MAX_BAD_RECORDS),
          Sync.of(settings),
          Validation.of(model, settings),
          false);
    }

    /** The same for one pass by tasks, with what the trained model has measured. */
    private Training scoring() {
      Sync byTasks =
          new Sync(Keys.Sync.ASYNC, sync.staleness, sync.gradients, sync.maxReports, false);
      return new Training(
          composition, 0, phases, isSpeculating, maxBadRecords, byTasks, Validation.NONE, true);
    }

    /** Passes over the data in all phases. */
    public int epochs() {
      return phases.stream()
          .mapToInt(phase -> phase instanceof Phase.Passes passes ? passes.epochs() : 0)
          .sum();
    }
  }

  /**
   * The scoring of held-out records while the model is trained.
   *
   * @param every the mini-batches between two points of the learning curve, beside the ends of
   *     epochs; 0 for those alone
   * @param part the records of a held-out block that are scored, from 0 to 1
   * @param stopping null where the training goes on whatever the curve shows
   */
  public record Validation(int every, float part, EarlyStopping stopping) {
    private static final Validation NONE = new Validation(0, 1, null);

    private static Validation of(ModelSpec model, Settings settings) {
      EarlyStopping stopping =
          settings
              .find(Keys.EARLY_STOPPING_METRIC)
              .map(
                  metric ->
                      new EarlyStopping(
                          new Measures(model.labels(), model.loss()),
                          metric,
                          settings.get(Keys.EARLY_STOPPING_PATIENCE),
                          settings.get(Keys.EARLY_STOPPING_MIN_DELTA)))
              .orElse(null);
      float percent = settings.get(Keys.VALIDATION_PERCENT);
      float part = percent > 0 ? percent / 100 : 1;
      return new Validation(settings.get(Keys.VALIDATION_EVERY), part, stopping);
    }
  }

  /**
   * The composition of mini-batches.
   *
   * @param minibatchBlocks 0 for a number derived from the size of the data
   * @param isByUnits whether the units of the input decide. With {@code trainer.block.records} they
   *     do not, so that the same records give one model in every format
   */
  public record Composition(
      long seed, int minibatchBlocks, Keys.OptimizerName optimizer, boolean isByUnits) {
    private static Composition of(Settings settings) {
      return new Composition(
          settings.get(Keys.SEED),
          settings.get(Keys.MINIBATCH_BLOCKS),
          settings.get(Keys.OPTIMIZER),
          settings.get(Keys.BLOCK_RECORDS) == 0);
    }

    /** The units by which an input is composed. */
    public Units units(BlockIndex index) {
      return isByUnits ? index.units() : Units.ofBlocks(index.size());
    }
  }

  /**
   * The mode of synchronisation.
   *
   * @param staleness the bound of {@code ssp}
   * @param gradients the reports that make a version under {@code versioned}
   * @param isExposed whether pservers serve a version before its commit
   */
  public record Sync(
      Keys.Sync mode, int staleness, int gradients, int maxReports, boolean isExposed) {
    private static Sync of(Settings settings) {
      int gradients = settings.get(Keys.VERSIONED_GRADIENTS);
      return new Sync(
          settings.get(Keys.SYNC),
          settings.get(Keys.SSP_STALENESS),
          gradients == 0 ? settings.get(Keys.WORKERS) : gradients,
          settings.get(Keys.VERSIONED_MAX_REPORTS),
          settings.get(Keys.BSP_EXPOSURE));
    }
  }

  /**
   * The pservers and the replicas of partitions.
   *
   * @param moves the partitions that may be moved at a time
   * @param size the size of a container, for messages
   */
  public record Pservers(int count, int replicas, int moves, Duration fullTimeout, String size) {
    private static Pservers of(Settings settings) {
      return new Pservers(
          settings.get(Keys.PSERVERS),
          settings.get(Keys.PSERVER_REPLICAS),
          settings.get(Keys.PSERVER_MOVES),
          settings.get(Keys.PSERVER_FULL_TIMEOUT),
          inWords(settings.get(Keys.PSERVER_MEMORY_MB), settings.get(Keys.PSERVER_VCORES)));
    }

    private Pservers none() {
      return new Pservers(0, 0, moves, fullTimeout, size);
    }
  }

  /**
   * The workers.
   *
   * @param size the size of a container, for messages
   */
  public record Workers(int count, int min, int max, String size) {
    private static Workers of(Settings settings) {
      return new Workers(
          settings.get(Keys.WORKERS),
          settings.get(Keys.WORKERS_MIN),
          settings.get(Keys.WORKERS_MAX),
          inWords(settings.get(Keys.WORKER_MEMORY_MB), settings.get(Keys.WORKER_VCORES)));
    }
  }

  /** The life of a container: its allocation, its heartbeats, its exit. */
  public record Containers(
      Keys.Start start,
      Duration patience,
      Duration allocationTimeout,
      Duration allocationPatience,
      float memoryFactor,
      Duration heartbeatTimeout,
      Duration exitTimeout) {
    private static Containers of(Settings settings) {
      return new Containers(
          settings.get(Keys.START),
          settings.get(Keys.START_PATIENCE),
          settings.get(Keys.ALLOCATION_TIMEOUT),
          settings.get(Keys.ALLOCATION_PATIENCE),
          settings.get(Keys.MEMORY_MAX_FACTOR),
          settings.get(Keys.HEARTBEAT_TIMEOUT),
          settings.get(Keys.EXIT_TIMEOUT));
    }
  }

  /**
   * The tasks, and the failures after which a task is given up.
   *
   * @param fileBytes the input of a task of an import, which has a file of its own
   */
  public record Tasks(
      TaskSize size,
      long fileBytes,
      int perAssignment,
      int timeoutFactor,
      Duration timeoutLeast,
      int maxTimeouts,
      int maxFailures,
      int maxDiscarded) {
    private static Tasks of(Settings settings) {
      return new Tasks(
          settings.get(Keys.TASK_BLOCKS),
          (long) settings.get(Keys.IMPORT_FILE_MB) << 20,
          settings.get(Keys.TASKS_PER_ASSIGNMENT),
          settings.get(Keys.TASK_TIMEOUT_FACTOR),
          settings.get(Keys.TASK_TIMEOUT_LEAST),
          settings.get(Keys.TASK_MAX_TIMEOUTS),
          settings.get(Keys.TASK_MAX_FAILURES),
          settings.get(Keys.TASK_MAX_DISCARDED));
    }
  }

  /**
   * The checkpoints.
   *
   * @param isFailureFatal whether the job fails with a checkpoint
   */
  public record Checkpoints(Duration interval, int kept, boolean isFailureFatal) {
    private static Checkpoints of(Settings settings) {
      return new Checkpoints(
          settings.get(Keys.CHECKPOINT_INTERVAL),
          settings.get(Keys.CHECKPOINT_KEEP),
          settings.get(Keys.CHECKPOINT_ON_FAILURE) == Keys.OnFailure.FAIL);
    }
  }

  public static JobPlan of(JobSpec spec) {
    Settings settings = Settings.of(spec.settings());
    Training training = Training.of(spec.model(), settings);
    Pservers pservers = Pservers.of(settings);
    return new JobPlan(
        settings.get(Keys.NAME),
        settings.find(Keys.OUTPUT).orElse(spec.jobFolder() + "/model"),
        spec.isTraining() ? training : training.scoring(),
        spec.isTraining() || spec.isServed() ? pservers : pservers.none(),
        Workers.of(settings),
        Containers.of(settings),
        Tasks.of(settings),
        Checkpoints.of(settings));
  }

  /** Blocks of a mini-batch: the configured number, or one derived from the size of the data. */
  public int minibatchBlocks(int inputBlocks) {
    Composition composition = training.composition;
    return composition.minibatchBlocks > 0
        ? composition.minibatchBlocks
        : MiniBatchSize.derived(composition.optimizer, inputBlocks);
  }

  /** Blocks of one push under {@code async} and {@code ssp}: a worker's part of a mini-batch. */
  public int stepBlocks(int inputBlocks) {
    return Math.max(1, minibatchBlocks(inputBlocks) / workers.count);
  }

  /** Blocks of a task under {@code versioned}, where each task gives one report of gradients. */
  public int reportBlocks(int inputBlocks) {
    return tasks.size.blocks() > 0
        ? tasks.size.blocks()
        : Math.max(1, minibatchBlocks(inputBlocks) / training.sync.gradients);
  }

  /**
   * The phases by which versions are counted. Under {@code async} and {@code ssp} all passes of a
   * phase make one version.
   */
  public List<Phase> steps() {
    return training.sync.mode.isOnArrival()
        ? training.phases.stream().map(JobPlan::once).toList()
        : training.phases;
  }

  private static Phase once(Phase phase) {
    return phase instanceof Phase.Passes passes ? new Phase.Passes(passes.name(), 1) : phase;
  }

  /** Passes over the data in the phases before this one. */
  int epochsBefore(int phase) {
    int before = 0;
    for (Phase one : training.phases.subList(0, phase)) {
      before += one instanceof Phase.Passes passes ? passes.epochs() : 0;
    }
    return before;
  }

  /** How long a worker that held tasks when the last master was lost may take to reconnect. */
  public Duration absence() {
    return containers.heartbeatTimeout.multipliedBy(ABSENT_TIMEOUTS);
  }

  /** A container's size, for messages. */
  public String size(Role role) {
    return role == Role.PSERVER ? pservers.size : workers.size;
  }

  private static String inWords(int memoryMb, int vcores) {
    return memoryMb + " MB and " + vcores + (vcores == 1 ? " vcore" : " vcores");
  }
}
