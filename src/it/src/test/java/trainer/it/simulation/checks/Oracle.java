package trainer.it.simulation.checks;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import trainer.core.aggregate.Aggregate;
import trainer.core.aggregate.TableSummary;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.fact.ResultFact;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.message.EvaluationSummary;
import trainer.core.message.Measures;
import trainer.core.message.Metrics;
import trainer.core.message.PartFile;
import trainer.core.message.ToWorker;
import trainer.it.simulation.invariant.Invariant;
import trainer.it.simulation.invariant.Violation;
import trainer.it.simulation.scenario.FakeModel;
import trainer.it.simulation.scenario.SimJob;
import trainer.master.job.api.JobView;

/**
 * Records the versions, the metrics and the model of one job. The oracle of the undisturbed run is
 * the reference that the oracles of all other histories compare with.
 */
public final class Oracle {
  private static final int DEATHS_TOGETHER = 3;

  private final SimJob job;
  private final Oracle reference;
  private final Map<String, Long> digests = new HashMap<>();
  private final Map<String, String> blocksOfShare = new HashMap<>();
  private final Map<Long, TreeSet<Integer>> blocksOfVersion = new TreeMap<>();
  private final Map<Long, Long> newestOrdered = new HashMap<>();
  private final Map<String, float[]> weights = new HashMap<>();
  private final Map<Long, Integer> killed = new HashMap<>();
  private final Map<Long, EvaluationSummary> curve = new HashMap<>();
  private long finalVersion;
  private EvaluationSummary evaluation;
  private long evaluatedAfter;
  private long evaluatedVersion;
  private Metrics trained;
  private List<Aggregate> aggregates = List.of();
  private List<TableSummary> tables = List.of();
  private long computed;
  private String scoreId;

  /**
   * @param reference what the undisturbed run wrote down, or null for that run itself
   */
  public Oracle(SimJob job, Oracle reference) {
    this.job = job;
    this.reference = reference;
  }

  /**
   * Checks {@link Invariant#CommittedOnce} where there is a reference, and otherwise {@link
   * Invariant#CopiesIdentical}.
   */
  public void committed(long version, int partition, long digest) {
    String key = key(version, partition);
    if (reference == null) {
      Long before = digests.put(key, digest);
      Violation.unless(
          before == null || before == digest || job.isAsync(),
          Invariant.CopiesIdentical,
          job.id() + ": partition " + partition + " has two contents at version " + version);
      return;
    }
    Long right = reference.digests.get(key);
    Violation.unless(
        right != null && right == digest,
        Invariant.CommittedOnce,
        job.id()
            + ": partition "
            + partition
            + " at version "
            + version
            + " is not what "
            + "the blocks of that version make of the version before");
  }

  /** The job goes back to this version: later ones may become others, except under bsp. */
  void wentBack(long base) {
    if (!job.isReproducible()) {
      digests.keySet().removeIf(key -> Long.parseLong(key.substring(0, key.indexOf('/'))) > base);
    }
  }

  /** Checks {@link Invariant#PullIsOneVersion} where the reference has pulled the same keys. */
  public void computedOn(long version, String keys, float[] pulled) {
    if (reference == null) {
      weights.put(version + keys, pulled);
      return;
    }
    // Shares are cut differently here, so most of their key lists differ from the reference's.
    float[] right = reference.weights.get(version + keys);
    Violation.unless(
        right == null || Arrays.equals(right, pulled),
        Invariant.PullIsOneVersion,
        job.id() + ": a share was computed on rows that are not version " + version);
  }

  /** Checks {@link Invariant#ShareKeyBindsContent} for an order. */
  public void ordered(ToWorker.Order order) {
    newestOrdered.merge(order.line().number(), order.version().number(), Math::max);
    String key = order.line() + "/" + order.version() + "/" + order.share().number();
    String content = order.share().shares() + ":" + FakeModel.numbers(order.share().blocks());
    String before = blocksOfShare.putIfAbsent(key, content);
    Violation.unless(
        before == null || before.equals(content),
        Invariant.ShareKeyBindsContent,
        job.id() + ": share " + key + " was " + before + " and is " + content);
    if (before == null) {
      blocksOfVersion
          .computeIfAbsent(order.version().number(), version -> new TreeSet<>())
          .addAll(FakeModel.numbers(order.share().blocks()));
    }
  }

  /** Checks {@link Invariant#OneModelId}, against the reference where there is one. */
  public void published(long version, List<PartFile> parts) {
    for (PartFile part : parts) {
      Long right =
          (reference == null ? this : reference).digests.get(key(version, part.partition()));
      Violation.unless(
          right == null ? !job.isReproducible() : part.sha256().equals(Long.toHexString(right)),
          Invariant.OneModelId,
          job.id() + ": part " + part.partition() + " is not that of version " + version);
    }
  }

  /**
   * Checks {@link Invariant#MetricsAreExact} for held-out metrics. They may change only in a job of
   * tasks that has gone back, since it trains another model; a superseded master may still show
   * those from before. A job that is stopped after it has gone back ends at another version.
   *
   * @param version the version that was scored
   * @param rollbacks how often the job has gone back
   * @param whole whether they are of the last version, and not of one that was stopped at
   */
  public void evaluated(EvaluationSummary sum, long version, long rollbacks, boolean whole) {
    if (rollbacks < evaluatedAfter) {
      return;
    }
    boolean hasGoneBack = rollbacks > evaluatedAfter;
    boolean isOfAnother = hasGoneBack && (!job.isReproducible() || version != evaluatedVersion);
    Violation.unless(
        evaluation == null || isOfAnother || evaluation.equals(sum),
        Invariant.MetricsAreExact,
        job.id() + ": the held-out metrics were " + evaluation + " and are " + sum);
    evaluation = sum;
    evaluatedAfter = rollbacks;
    evaluatedVersion = version;
    if (reference != null && whole) {
      Violation.unless(
          sum.equals(reference.evaluation),
          Invariant.MetricsAreExact,
          job.id() + ": the held-out metrics are not those of the undisturbed run");
    }
  }

  /** Checks {@link Invariant#EpochIsWholeInput} of the undisturbed run. */
  public void assertEpochsAreWhole() {
    int perEpoch =
        (job.training().blocks() + job.training().minibatchBlocks() - 1)
            / job.training().minibatchBlocks();
    int[] seen = new int[job.training().blocks()];
    blocksOfVersion.forEach((version, blocks) -> blocks.forEach(block -> seen[block]++));
    Violation.unless(
        blocksOfVersion.size() == perEpoch * job.training().epochs()
            && Arrays.stream(seen).allMatch(times -> times == job.training().epochs()),
        Invariant.EpochIsWholeInput,
        job.id() + ": blocks were ordered " + Arrays.toString(seen) + " times");
  }

  /** Checks {@link Invariant#RecordsCoverCommitted}; a version that updates rows has no blocks. */
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
        view.progress().recordsComputed() >= records,
        Invariant.RecordsCoverCommitted,
        job.id()
            + ": "
            + records
            + " are committed, computed "
            + view.progress().recordsComputed());
  }

  /** Checks {@link Invariant#MetricsAreExact}: the final view has the held-out metrics as shown. */
  void assertEvaluated(JobView view) {
    Violation.unless(
        job.training().validationBlocks() == 0
            ? view.results().quality().validation() == null
            : view.results().quality().validation() != null
                && view.results().quality().validation().equals(evaluation),
        Invariant.MetricsAreExact,
        job.id() + ": held-out metrics at the end: " + view.results().quality().validation());
  }

  /** Checks {@link Invariant#OneCurve} and {@link Invariant#BestVersion} at the end of a job. */
  void assertCurve(JobView view) {
    List<ResultFact.Scored> points = view.results().quality().series();
    for (long version = 1; version <= view.version(); version++) {
      long wanted = version;
      Violation.unless(
          !job.isPoint(version) || points.stream().anyMatch(one -> number(one) == wanted),
          Invariant.OneCurve,
          job.id() + ": version " + version + " is not scored");
    }
    for (ResultFact.Scored point : points) {
      EvaluationSummary before = curve.put(number(point), point.heldOut());
      EvaluationSummary right = reference == null ? before : reference.curve.get(number(point));
      Violation.unless(
          right == null || right.equals(point.heldOut()),
          Invariant.OneCurve,
          job.id() + ": the point is not that of the undisturbed run: " + point);
    }
    if (job.isStoppingEarly()) {
      assertBest(view, points);
    }
  }

  private void assertBest(JobView view, List<ResultFact.Scored> points) {
    String metric = job.spec().settings().get("trainer.early-stopping.metric");
    double sign = Measures.isGain(metric) ? -1 : 1;
    Measures measures = view.results().quality().measures();
    ResultFact.Scored best =
        points.stream()
            .min(Comparator.comparingDouble(one -> sign * measures.of(one.heldOut()).get(metric)))
            .orElseThrow();
    Violation.unless(
        view.version() == number(best),
        Invariant.BestVersion,
        job.id() + ": the model is version " + view.version() + ", and " + best + " is the best");
    finalVersion = view.version();
    Violation.unless(
        reference == null
            || job.special() == SimJob.Special.STOPPED
            || finalVersion == reference.finalVersion,
        Invariant.BestVersion,
        job.id() + ": the model is version " + finalVersion + ", and was " + best);
  }

  private static long number(ResultFact.Scored point) {
    return point.version().number();
  }

  /** Checks {@link Invariant#AggregatesAreExact}. */
  void aggregated(JobView view) {
    Violation.unless(
        view.results().tables().size() == FakeModel.TABLES.size()
            && (view.results().aggregates().size() == 2) == job.training().updatesRows(),
        Invariant.AggregatesAreExact,
        job.id() + ": not all is folded: " + view.results().aggregates() + view.results().tables());
    aggregates = view.results().aggregates();
    tables = view.results().tables();
    Violation.unless(
        reference == null
            || (aggregates.equals(reference.aggregates) && tables.equals(reference.tables)),
        Invariant.AggregatesAreExact,
        job.id() + ": rows folded to " + aggregates + tables);
  }

  /** Checks {@link Invariant#OneScoreId} and {@link Invariant#MetricsAreExact} of an output. */
  void scored(String id, EvaluationSummary sum) {
    scoreId = id;
    evaluation = sum;
    Violation.unless(
        reference == null || id.equals(reference.scoreId),
        Invariant.OneScoreId,
        job.id() + ": the score id is " + id);
    Violation.unless(
        reference == null || sum.equals(reference.evaluation),
        Invariant.MetricsAreExact,
        job.id() + ": the metrics of the rows are not those of the undisturbed run");
  }

  /** A worker computed so many records. */
  public void computed(long records) {
    computed += records;
  }

  /** Checks {@link Invariant#RecordsNotInvented}. */
  void assertRecordsComputed(JobView view) {
    Violation.unless(
        view.progress().recordsComputed() <= computed,
        Invariant.RecordsNotInvented,
        job.id() + ": " + computed + " were computed, shown " + view.progress().recordsComputed());
  }

  /** Checks {@link Invariant#MetricsAreExact} for the progressive metrics of the last epoch. */
  void trained(JobView view) {
    trained = view.results().quality().train();
    Violation.unless(
        reference == null || trained.equals(reference.trained),
        Invariant.MetricsAreExact,
        job.id() + ": the progressive metrics are " + trained);
  }

  /**
   * Counts a worker that a block kills, and checks {@link Invariant#KillersAreFound}. Up to three
   * workers die before the block is suspected and computed alone, where its failures count. With
   * each new line, one more worker may compute the block although its orders are void. Deaths
   * before any master has received the exit code of the first are not counted.
   *
   * @param term of the master that sees a worker die of the block
   * @param line the newest
   */
  public void killed(Term term, Line line) {
    int deaths = killed.merge(term.number(), 1, Integer::sum);
    int alone = Settings.of(job.spec().settings()).get(Keys.TASK_MAX_FAILURES);
    Violation.unless(
        !job.isReproducible() || deaths <= DEATHS_TOGETHER + alone + Math.max(1, line.number() - 1),
        Invariant.KillersAreFound,
        job.id() + ": " + deaths + " workers have died of one block under term " + term);
  }

  /** The newest version that was ordered under a line, 0 when none was. */
  public long newestOrdered(Line line) {
    return newestOrdered.getOrDefault(line.number(), 0L);
  }

  private static String key(long version, int partition) {
    return version + "/" + partition;
  }
}
