package trainer.it.simulation.scenario;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import trainer.core.input.BlockIndex;
import trainer.core.input.InputFile;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.core.job.ModelSpec;
import trainer.core.job.Phase;
import trainer.master.job.history.VersionSchedule;

/**
 * One job of a scenario.
 *
 * @param specialBlock the block that a special job is about, or −1
 * @param impatient whether under bsp it takes shares back from workers that are well, but slow
 * @param tasks how tasks are cut and held where there are any; null under bsp
 */
public record SimJob(
    int number,
    Training training,
    Members members,
    MemberChanges changes,
    Special special,
    int specialBlock,
    boolean impatient,
    Tasks tasks) {
  /** The folder of the trained model that scoring jobs apply. */
  public static final String MODEL = "hdfs://x/model";

  private static final int BLOCKS_OF_A_UNIT = 3;

  /**
   * The input of a job, and what it does with it.
   *
   * @param updatesRows whether it has phases that update and fold rows
   * @param stopsEarly whether the held-out metric may end it, with the best version
   * @param goesOn whether it goes on from a job like it that was lost
   * @param scoring null for a job that trains
   */
  public record Training(
      int blocks,
      int minibatchBlocks,
      int epochs,
      int validationBlocks,
      boolean updatesRows,
      boolean stopsEarly,
      boolean goesOn,
      Scoring scoring) {}

  /**
   * The files of a job that applies a trained model to its input.
   *
   * @param fileTasks the tasks with which a file is full, at most
   * @param failures one in so many accesses to the output fails; 0 for none
   * @param isServed whether pservers hold the rows of the model
   * @param pooled its model where workers of a pool serve it; null for a job with its own workers
   */
  public record Scoring(int fileTasks, int failures, boolean isServed, SimModel pooled) {}

  /**
   * The members that a job asks for.
   *
   * @param moves {@code trainer.pserver.moves}
   * @param startsAtMin whether it starts with the fewest workers
   * @param patience seconds that it keeps containers while it gets no more and has not begun
   */
  public record Members(
      int workers,
      int workersMin,
      int pservers,
      int replicas,
      int moves,
      boolean startsAtMin,
      int patience) {
    /** Longer than any grant takes. */
    public static final int PATIENT = 60;

    /** One worker and one pserver. */
    static final Members FEWEST = new Members(1, 1, 1, 1, 1, false, PATIENT);

    /** One worker and no pserver. */
    static final Members FEWEST_TO_SCORE = new Members(1, 1, 0, 1, 1, false, PATIENT);
  }

  /** How often the number of members of each role changes, or one of them is to leave. */
  public record MemberChanges(int pservers, int workers) {
    public static final MemberChanges NONE = new MemberChanges(0, 0);
  }

  /**
   * How tasks are cut and held.
   *
   * @param size {@code trainer.task.blocks}
   * @param staleness {@code trainer.ssp.staleness}, or −1 where nobody is held back
   * @param gradients {@code trainer.versioned.gradients}, or 0 where they are applied on arrival
   */
  public record Tasks(String size, int perAssignment, int staleness, int gradients) {
    public static final int ASYNC = -1;
  }

  /** What is special about a job, so that it may not end as others do. */
  public enum Special {
    NOTHING,
    PSERVER_CRASHES,
    KILLED,
    /** Told to stop once it trains: it ends well, with the model of a version that is committed. */
    STOPPED,
    /** A block whose records kill the process that computes them. */
    POISON_BLOCK,
    /** A block whose records fail to decode. */
    BAD_BLOCK,
    /** A block that the first worker to compute it never comes back from. */
    HANGS_ONCE,
    /** A block that no worker ever comes back from. */
    HANGS_ALWAYS;

    public boolean hangs() {
      return this == HANGS_ONCE || this == HANGS_ALWAYS;
    }
  }

  public JobId id() {
    return new JobId("application_1_0001", number);
  }

  /** Worker containers of this size are this job's. */
  public int workerMemoryMb() {
    return 1000 + number;
  }

  public JobSpec spec() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("trainer.input", "hdfs://x/in");
    settings.put("trainer.output", "hdfs://x/out-" + number);
    settings.put("trainer.seed", "" + (40 + number));
    settings.put("trainer.epochs", "" + training.epochs);
    settings.put("trainer.minibatch.blocks", "" + training.minibatchBlocks);
    settings.put("trainer.workers", "" + members.workers);
    settings.put("trainer.workers.min", "" + members.workersMin);
    settings.put("trainer.pservers", "" + members.pservers);
    settings.put("trainer.pserver.replicas", "" + members.replicas);
    settings.put("trainer.pserver.moves", "" + members.moves);
    settings.put("trainer.worker.memory-mb", "" + workerMemoryMb());
    settings.put("trainer.allocation.patience", members.patience + "s");
    settings.put("trainer.blacklist.failures", "" + (1 + number % 2));
    settings.put("trainer.blacklist.parole", (1 + number) + "s");
    settings.put("trainer.blacklist.strikes", "2");
    settings.put("trainer.start", members.startsAtMin ? "min" : "all");
    if (isTable()) {
      settings.put("trainer.features", "age:number,city:category,pay:log");
    }
    if (training.validationBlocks > 0) {
      settings.put("trainer.validation.input", "hdfs://x/held-out");
      settings.put("trainer.validation.every", "" + pointEvery());
    }
    if (isStoppingEarly()) {
      settings.put("trainer.early-stopping.metric", number % 2 == 0 ? "auc" : "logLoss");
      settings.put("trainer.early-stopping.patience", "" + (1 + training.blocks % 3));
      settings.put("trainer.early-stopping.min-delta", training.epochs % 2 == 0 ? "0" : "0.4");
    }
    settings.put("trainer.checkpoint.interval", "100ms");
    settings.put("trainer.checkpoint.keep", "" + (1 + number % 2));
    if (isScoring()) {
      settings.put("trainer.score.model-uri", MODEL);
      settings.put("trainer.score.model", isServed() ? "pserver" : "worker");
    }
    if (tasks != null) {
      settings.put("trainer.sync", sync());
      settings.put("trainer.versioned.gradients", "" + tasks.gradients());
      settings.put("trainer.ssp.staleness", "" + Math.max(0, tasks.staleness()));
      settings.put("trainer.task.blocks", tasks.size());
      settings.put("trainer.tasks.per-assignment", "" + tasks.perAssignment());
      settings.put("trainer.task.timeout-least", "2s");
      settings.put("trainer.task.max-timeouts", "1000");
    }
    if (isVersioned() && special == Special.NOTHING) {
      settings.put("trainer.versioned.max-reports", "4");
      settings.put("trainer.task.max-failures", "1000");
    }
    if (special.hangs()) {
      settings.put("trainer.task.timeout-least", "5s");
      settings.put("trainer.task.timeout-factor", "3");
      settings.put("trainer.task.max-timeouts", "2");
    } else if (isImpatient()) {
      settings.put("trainer.task.timeout-least", "1s");
      settings.put("trainer.task.timeout-factor", "2");
      settings.put("trainer.task.max-timeouts", "1000");
    }
    if (isPooled()) {
      settings.putAll(pooledSettings());
    }
    return new JobSpec(
        id(),
        "alice",
        "hdfs://x/jobs/1",
        settings,
        new ModelSpec(FakeModel.TABLES, phases()),
        List.of(),
        "0.1.0");
  }

  /** As the client sets them in a session with workers. */
  private Map<String, String> pooledSettings() {
    SimModel model = model();
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("trainer.workers.max", "" + members.workers);
    settings.put("trainer.allocation.timeout", "720h");
    settings.put("trainer.score.model-mb", "" + model.memoryMb());
    settings.put("trainer.task.timeout-least", special.hangs() ? "20s" : "10m");
    if (model.expected() > 0) {
      settings.put("trainer.score.expected-rate", "" + model.expected());
    }
    return settings;
  }

  /** A scoring job ignores it. */
  private String sync() {
    if (isScoring()) {
      return "bsp";
    }
    return isVersioned() ? "versioned" : isHeldBack() ? "ssp" : "async";
  }

  /**
   * Row updates before or after the first pass and at the end, if there are any; rows are folded
   * before the first update, which uses what they come to, and at the end.
   */
  public List<Phase> phases() {
    if (!training.updatesRows) {
      return List.of(Phase.training(training.epochs));
    }
    Phase first = new Phase.Passes("first", 1);
    Phase between = new Phase.RowUpdate("between", FakeModel.TABLES.get(0).name());
    Phase last = new Phase.RowUpdate("last", FakeModel.TABLES.get(1 + training.epochs % 2).name());
    Phase measure = FakeModel.aggregate("measure", 0);
    Phase end = FakeModel.aggregate("end", 2);
    return training.epochs == 1
        ? List.of(measure, between, first, last, end)
        : List.of(
            first, measure, between, new Phase.Passes("rest", training.epochs - 1), last, end);
  }

  /**
   * Whether its input is a table with columns to standardise. Nothing is drawn for it. Jobs of few
   * blocks are none, since all interleavings of their messages are enumerated.
   */
  public boolean isTable() {
    return !isScoring()
        && training.blocks > 4
        && (training.blocks + training.epochs + number) % 3 == 0;
  }

  /** The mini-batches between two points of the learning curve. Nothing is drawn for it. */
  private int pointEvery() {
    return isAsync() ? 0 : (training.blocks + number) % 4;
  }

  /** Whether it ends when the held-out metric does not improve, with the best version. */
  public boolean isStoppingEarly() {
    return training.stopsEarly;
  }

  /** Whether the held-out records are scored with a version before the next one is committed. */
  public boolean isPoint(long version) {
    int perEpoch = (training.blocks + training.minibatchBlocks - 1) / training.minibatchBlocks;
    return training.validationBlocks > 0
        && tasks == null
        && new VersionSchedule(phases(), perEpoch).isPoint(version, pointEvery());
  }

  public BlockIndex index() {
    return index(training.blocks, 0, hasUnits());
  }

  /** Whether its blocks are decoded in units. Nothing is drawn for it. */
  private boolean hasUnits() {
    return (training.blocks + 2 * training.epochs + number) % 4 == 0;
  }

  /** The held-out blocks, or null. */
  public BlockIndex validation() {
    return training.validationBlocks == 0 ? null : index(training.validationBlocks, 1000, false);
  }

  /** Whether its gradients are applied on arrival, so that its model is another each time. */
  public boolean isAsync() {
    return tasks != null && tasks.gradients() == 0 && !isScoring();
  }

  /** Whether a version is made of the first gradients that are of the one before it. */
  public boolean isVersioned() {
    return tasks != null && tasks.gradients() > 0;
  }

  /** Whether it applies a trained model to its input. Any other job trains one. */
  public boolean isScoring() {
    return training.scoring != null;
  }

  /** Whether it scores, and pservers hold the rows of its model. */
  public boolean isServed() {
    return isScoring() && training.scoring.isServed();
  }

  /** Whether workers of a pool serve it. */
  public boolean isPooled() {
    return isScoring() && model() != null;
  }

  /** Its model, where workers of a pool serve it. */
  public SimModel model() {
    return training.scoring.pooled();
  }

  /** Whether loads of its model do not fail. */
  boolean alwaysLoads() {
    return !isPooled() || model().loadFailures() == 0;
  }

  /** Whether an undisturbed run has the result that this job must have. */
  public boolean hasReference() {
    return isReproducible() || isScoring();
  }

  /** Whether the order in which things happen decides about no bit of its model. */
  public boolean isReproducible() {
    return tasks == null;
  }

  private boolean isHeldBack() {
    return isAsync() && tasks.staleness() != Tasks.ASYNC;
  }

  private boolean isImpatient() {
    return impatient && isReproducible();
  }

  /** Whether workers that are well may be replaced, since they take long. */
  boolean mayLoseTheSlow() {
    return special.hangs() || isImpatient();
  }

  /** The same job, undisturbed and as small as can be. */
  public SimJob alone() {
    return new SimJob(
        number,
        isScoring() ? withoutFailures() : training,
        isScoring() ? Members.FEWEST_TO_SCORE : Members.FEWEST,
        MemberChanges.NONE,
        Special.NOTHING,
        -1,
        false,
        tasks);
  }

  private Training withoutFailures() {
    return new Training(
        training.blocks,
        1,
        1,
        0,
        false,
        false,
        false,
        new Scoring(training.scoring.fileTasks(), 0, false, null));
  }

  private static BlockIndex index(int count, long offset, boolean inUnits) {
    BlockIndex.Builder builder = new BlockIndex.Builder();
    int perFile = Math.max(1, count / 3);
    for (int block = 0; block < count; block++) {
      if (block % perFile == 0) {
        builder.file(new InputFile("hdfs://x/in/" + (block / perFile + 10), 1000, 7));
      }
      if (inUnits && block % perFile % BLOCKS_OF_A_UNIT == 0) {
        builder.unit();
      }
      builder.block(offset + block * 10L, 10, block % 4 == 3 ? -1 : FakeModel.records(block));
      if (inUnits) {
        builder.on(List.of(SimHosts.name(block), SimHosts.name(block + 1)));
      }
    }
    return builder.build();
  }
}
