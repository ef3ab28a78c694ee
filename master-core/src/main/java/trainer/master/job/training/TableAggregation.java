package trainer.master.job.training;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import trainer.core.aggregate.Aggregate;
import trainer.core.aggregate.Partial;
import trainer.core.aggregate.Reduction;
import trainer.core.fact.ResultFact;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.id.Incarnation;
import trainer.core.id.Line;
import trainer.core.id.Version;
import trainer.core.job.Fold;
import trainer.core.message.FromPserver;
import trainer.core.message.ToPserver;
import trainer.core.table.PartitionMap;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.kernel.JobLifecycle;
import trainer.master.job.members.Member;
import trainer.master.job.partitions.LineManager;

/**
 * The aggregates over the rows of a committed version. The master asks every pserver of the map,
 * one fold after the other, combines the answers in the order of partitions, and records the
 * result.
 *
 * <p>No later version is built before that. So after a loss of the line, of a pserver or of the
 * master the fold is asked again, and the answer is the same.
 */
public final class TableAggregation {
  private static final int NONE = -1;

  private final JobContext context;
  private final JobLifecycle lifecycle;
  private final LineManager lines;
  private final Map<Incarnation, Map<Integer, List<Partial>>> answers = new HashMap<>();
  private int asked = NONE;
  private long version;
  private Line line = Line.NONE;

  public TableAggregation(JobContext context, JobLifecycle lifecycle, LineManager lines) {
    this.context = context;
    this.lifecycle = lifecycle;
    this.lines = lines;
  }

  /**
   * Asks for the first fold of the newest committed version that is not known, and records it when
   * all pservers have answered.
   *
   * @return whether all folds are known
   */
  public boolean reconcile(List<Integer> folds, long committed) {
    for (int fold : folds) {
      if (!isKnown(fold) && !isAnswered(fold, committed)) {
        return false;
      }
    }
    return true;
  }

  /** Whether the result of a fold is recorded. */
  boolean isKnown(int fold) {
    return context.history().aggregated().containsKey(fold);
  }

  private boolean isAnswered(int fold, long committed) {
    if (asked != fold || version != committed || !line.equals(lines.line())) {
      asked = fold;
      version = committed;
      line = lines.line();
      answers.clear();
      lines.pservers().forEach(this::ask);
    }
    List<PartitionMap.Pserver> pservers = context.history().map().pservers();
    boolean all = pservers.stream().allMatch(one -> answers.containsKey(one.incarnation()));
    return all && !lifecycle.isDecided() && record(pservers);
  }

  private void ask(Member pserver) {
    context.send(
        pserver.incarnation(),
        new ToPserver.FoldRows(
            context.term(),
            line,
            new Version(version),
            asked,
            context.history().aggregatesBefore(asked)));
  }

  /** Repeats the open question to a pserver with a new stream. */
  void onReconnected(Member pserver) {
    boolean open = asked != NONE && !isKnown(asked) && line.equals(lines.line());
    if (open && !answers.containsKey(pserver.incarnation()) && !lines.isAwaited(pserver)) {
      ask(pserver);
    }
  }

  /** A pserver answers. */
  void onFolded(Member pserver, FromPserver.Folded message) {
    if (message.line().equals(line)
        && message.version().number() == version
        && message.fold() == asked) {
      answers.putIfAbsent(pserver.incarnation(), message.partials());
    }
  }

  private boolean record(List<PartitionMap.Pserver> pservers) {
    Fold fold = context.spec().model().fold(asked);
    List<Partial> sum = fold.reductions().stream().map(reduction -> Partial.NONE).toList();
    for (int partition = 0; partition < context.history().map().partitions(); partition++) {
      List<List<Partial>> ofPartition = answersOf(pservers, partition);
      if (ofPartition.stream().distinct().count() != 1
          || !fits(ofPartition.get(0), fold.reductions())) {
        fail(fold, partition, ofPartition.size());
        return false;
      }
      sum = plus(sum, ofPartition.get(0), fold.reductions());
    }
    context.record(
        new ResultFact.Aggregated(
            new Version(version), asked, Aggregate.of(fold.name(), fold.reductions(), sum)));
    answers.clear();
    return true;
  }

  /** The answers of all holders of a partition. */
  private List<List<Partial>> answersOf(List<PartitionMap.Pserver> pservers, int partition) {
    return pservers.stream()
        .flatMap(one -> Stream.ofNullable(answers.get(one.incarnation()).get(partition)))
        .toList();
  }

  private static boolean fits(List<Partial> partials, List<Reduction> reductions) {
    boolean fits = partials.size() == reductions.size();
    for (int i = 0; fits && i < partials.size(); i++) {
      fits = partials.get(i).fits(reductions.get(i));
    }
    return fits;
  }

  private static List<Partial> plus(
      List<Partial> one, List<Partial> other, List<Reduction> reductions) {
    Partial[] sum = new Partial[reductions.size()];
    for (int i = 0; i < sum.length; i++) {
      sum[i] = one.get(i).plus(other.get(i), reductions.get(i));
    }
    return List.of(sum);
  }

  /** Fails the job because replicas differ, as at a commit. */
  private void fail(Fold fold, int partition, int answered) {
    lifecycle.fail(
        new Failure(
            FailureKind.UNEXPECTED,
            "the copies of partition "
                + partition
                + " do not fold to one thing: "
                + fold.name()
                + " at version "
                + version
                + ", answered by "
                + answered,
            "table " + context.spec().tables().get(fold.table()).name(),
            "let the fold depend on a row's key and weights alone; if it does, report this, with"
                + " the logs of master and pservers"));
  }
}
