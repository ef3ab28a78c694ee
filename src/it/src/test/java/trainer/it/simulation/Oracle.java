package trainer.it.simulation;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import trainer.core.aggregate.Aggregate;
import trainer.core.aggregate.TableSummary;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.message.Evaluation;
import trainer.core.message.Metrics;
import trainer.core.message.PartFile;
import trainer.core.message.ToMember;
import trainer.master.job.api.JobView;
import trainer.testkit.Violation;

/**
 * What must be true of one job's model, in whatever history. The undisturbed run writes it down,
 * all others are held against it.
 */
final class Oracle {
  private static final int DEATHS_TOGETHER = 3;

  private final SimJob job;
  private final Oracle reference;
  private final Map<String, Long> digests = new HashMap<>();
  private final Map<String, String> blocksOfShare = new HashMap<>();
  private final Map<Long, TreeSet<Integer>> blocksOfVersion = new TreeMap<>();
  private final Map<Long, Long> newestOrdered = new HashMap<>();
  private final Map<String, float[]> weights = new HashMap<>();
  private final Map<Long, Integer> killed = new HashMap<>();
  private Evaluation evaluation;
  private long evaluatedAfter;
  private Metrics trained;
  private List<Aggregate> aggregates = List.of();
  private List<TableSummary> tables = List.of();
  private long computed;

  /**
   * @param reference what the undisturbed run wrote down, or null for that run itself
   */
  Oracle(SimJob job, Oracle reference) {
    this.job = job;
    this.reference = reference;
  }

  /** CommittedOnce and CopiesIdentical: a partition holds the one right content of a version. */
  void committed(long version, int partition, long digest) {
    String key = key(version, partition);
    if (reference == null) {
      Long before = digests.put(key, digest);
      Violation.unless(
          before == null || before == digest || job.isAsync(),
          "CopiesIdentical",
          job.id() + ": partition " + partition + " has two contents at version " + version);
      return;
    }
    Long right = reference.digests.get(key);
    Violation.unless(
        right != null && right == digest,
        "CommittedOnce",
        job.id()
            + ": partition "
            + partition
            + " at version "
            + version
            + " is not what "
            + "the blocks of that version make of the version before");
  }

  /** The job goes back to this version: later ones may become others. */
  void wentBack(long base) {
    if (reference == null) {
      digests.keySet().removeIf(key -> Long.parseLong(key.substring(0, key.indexOf('/'))) > base);
    }
  }

  /** PullIsOneVersion: what a share is computed on is exactly the version before it. */
  void computedOn(long version, String keys, float[] pulled) {
    if (reference == null) {
      weights.put(version + keys, pulled);
      return;
    }
    // Shares are cut otherwise here, so their keys differ; only the same list can be compared.
    float[] right = reference.weights.get(version + keys);
    Violation.unless(
        right == null || Arrays.equals(right, pulled),
        "PullIsOneVersion",
        job.id() + ": a share was computed on rows that are not version " + version);
  }

  /** ShareKeyBindsContent: (line, version, share, shares) names one set of blocks for ever. */
  void ordered(ToMember.Order order) {
    newestOrdered.merge(order.line(), order.version(), Math::max);
    String key = order.line() + "/" + order.version() + "/" + order.share();
    String content = order.shares() + ":" + FakeModel.numbers(order.blocks());
    String before = blocksOfShare.putIfAbsent(key, content);
    Violation.unless(
        before == null || before.equals(content),
        "ShareKeyBindsContent",
        job.id() + ": share " + key + " was " + before + " and is " + content);
    if (before == null) {
      blocksOfVersion
          .computeIfAbsent(order.version(), version -> new TreeSet<>())
          .addAll(FakeModel.numbers(order.blocks()));
    }
  }

  /** OneModelId: what is published is that version of the undisturbed run, part by part. */
  void published(long version, List<PartFile> parts) {
    for (PartFile part : parts) {
      Long right =
          (reference == null ? this : reference).digests.get(key(version, part.partition()));
      Violation.unless(
          right == null ? !job.isReproducible() : part.sha256().equals(Long.toHexString(right)),
          "OneModelId",
          job.id() + ": part " + part.partition() + " is not that of version " + version);
    }
  }

  /**
   * MetricsAreExact: the held-out metrics, whoever was lost while they were made; once shown they
   * stay, whichever master shows them, but for a job of tasks that goes back and trains another
   * model; a master that wakes up superseded may still show those from before it went back.
   *
   * @param rollbacks how often the job has gone back
   * @param whole whether they are of the last version, and not of one that was stopped at
   */
  void evaluated(Evaluation sum, long rollbacks, boolean whole) {
    boolean isOfAnother = !job.isReproducible() && rollbacks != evaluatedAfter;
    if (isOfAnother && rollbacks < evaluatedAfter) {
      return;
    }
    Violation.unless(
        evaluation == null || isOfAnother || evaluation.equals(sum),
        "MetricsAreExact",
        job.id() + ": the held-out metrics were " + evaluation + " and are " + sum);
    evaluation = sum;
    evaluatedAfter = rollbacks;
    if (reference != null && whole) {
      Violation.unless(
          sum.equals(reference.evaluation),
          "MetricsAreExact",
          job.id() + ": the held-out metrics are not those of the undisturbed run");
    }
  }

  /** EpochIsWholeInput: the undisturbed run orders each block once an epoch. */
  void assertEpochsAreWhole() {
    int perEpoch = (job.blocks() + job.minibatchBlocks() - 1) / job.minibatchBlocks();
    int[] seen = new int[job.blocks()];
    blocksOfVersion.forEach((version, blocks) -> blocks.forEach(block -> seen[block]++));
    Violation.unless(
        blocksOfVersion.size() == perEpoch * job.epochs()
            && Arrays.stream(seen).allMatch(times -> times == job.epochs()),
        "EpochIsWholeInput",
        job.id() + ": blocks were ordered " + Arrays.toString(seen) + " times");
  }

  /**
   * RecordsCoverCommitted: whatever is committed was computed by somebody; a version that updates
   * rows has no blocks.
   */
  void assertRecordsCover(JobView view) {
    if (job.isVersioned()) {
      return; // a version may have been begun with other blocks, too, see VersionChecks
    }
    Map<Long, TreeSet<Integer>> blocks = (reference == null ? this : reference).blocksOfVersion;
    long records = 0;
    for (long version = 1; version <= view.version(); version++) {
      TreeSet<Integer> of = blocks.getOrDefault(version, new TreeSet<>());
      records += of.stream().mapToLong(FakeModel::records).sum();
    }
    Violation.unless(
        view.recordsComputed() >= records,
        "RecordsCoverCommitted",
        job.id() + ": " + records + " are committed, computed " + view.recordsComputed());
  }

  /** MetricsAreExact: a job that ended well has them in its report, and they are those shown. */
  void assertEvaluated(JobView view) {
    Violation.unless(
        job.validationBlocks() == 0
            ? view.validation() == null
            : view.validation() != null && view.validation().equals(evaluation),
        "MetricsAreExact",
        job.id() + ": held-out metrics at the end: " + view.validation());
  }

  /** AggregatesAreExact: what rows folded to, whoever was lost meanwhile. */
  void aggregated(JobView view) {
    Violation.unless(
        view.tables().size() == FakeModel.TABLES.size()
            && (view.aggregates().size() == 2) == job.updatesRows(),
        "AggregatesAreExact",
        job.id() + ": not all is folded: " + view.aggregates() + view.tables());
    aggregates = view.aggregates();
    tables = view.tables();
    Violation.unless(
        reference == null
            || (aggregates.equals(reference.aggregates) && tables.equals(reference.tables)),
        "AggregatesAreExact",
        job.id() + ": rows folded to " + aggregates + tables);
  }

  /** A worker computed so many records. */
  void computed(long records) {
    computed += records;
  }

  /** RecordsNotInvented: no more than what workers computed, repeats included. */
  void assertRecordsComputed(JobView view) {
    Violation.unless(
        view.recordsComputed() <= computed,
        "RecordsNotInvented",
        job.id() + ": " + computed + " were computed, shown " + view.recordsComputed());
  }

  /** MetricsAreExact: the progressive metrics of the last epoch, whoever was lost in it. */
  void trained(JobView view) {
    trained = view.train();
    Violation.unless(
        reference == null || trained.equals(reference.trained),
        "MetricsAreExact",
        job.id() + ": the progressive metrics are " + trained);
  }

  /**
   * KillersAreFound: a block that kills is soon suspected, computed alone and named. With each new
   * line one worker more may be at it whose orders are already void: it dies of nothing that it
   * holds. Who dies before any master has heard how the first one ended is not counted: nobody can
   * know.
   *
   * @param term of the master that sees a worker die of the block
   * @param line the newest
   */
  void killed(long term, long line) {
    int deaths = killed.merge(term, 1, Integer::sum);
    int alone = Settings.of(job.spec().settings()).get(Keys.TASK_MAX_FAILURES);
    Violation.unless(
        !job.isReproducible() || deaths <= DEATHS_TOGETHER + alone + Math.max(1, line - 1),
        "KillersAreFound",
        job.id() + ": " + deaths + " workers have died of one block under term " + term);
  }

  /** The newest version that was ordered under a line, 0 when none was. */
  long newestOrdered(long line) {
    return newestOrdered.getOrDefault(line, 0L);
  }

  private static String key(long version, int partition) {
    return version + "/" + partition;
  }
}
