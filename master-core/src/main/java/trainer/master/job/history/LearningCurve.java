package trainer.master.job.history;

import java.util.List;
import java.util.TreeMap;
import trainer.core.fact.ResultFact;
import trainer.core.message.EvaluationSummary;

/** The scores of the held-out records, by version. A fold over facts. */
public final class LearningCurve {
  private final EarlyStopping rule;
  private final TreeMap<Long, ResultFact.Scored> points = new TreeMap<>();

  /** The metric of early stopping, by version; empty without a rule. */
  private final TreeMap<Long, Double> values = new TreeMap<>();

  private EarlyStopping.Verdict verdict = EarlyStopping.Verdict.NONE;

  /**
   * @param rule of early stopping, or null
   */
  LearningCurve(EarlyStopping rule) {
    this.rule = rule;
  }

  void on(ResultFact.Scored fact) {
    points.put(fact.version().number(), fact);
    if (rule != null) {
      values.put(fact.version().number(), rule.value(fact.heldOut()));
      verdict = rule.of(values);
    }
  }

  /**
   * The job rolls back. Versions after the base are made again, and scored again. Those after the
   * target are not: they stay, and show why the training went back to it.
   *
   * @param base the version to which the job rolls back
   * @param target the last version that the training makes
   */
  void rollBack(long base, long target) {
    if (base < target) {
      points.subMap(base, false, target, true).clear();
      values.subMap(base, false, target, true).clear();
      verdict = rule == null ? verdict : rule.of(values);
    }
  }

  /** Whether this version is scored. */
  public boolean has(long version) {
    return points.containsKey(version);
  }

  /** The metrics of the held-out records with this version, or null. */
  public EvaluationSummary at(long version) {
    ResultFact.Scored point = points.get(version);
    return point == null ? null : point.heldOut();
  }

  /** All scored versions, the lowest first. */
  public List<ResultFact.Scored> points() {
    return List.copyOf(points.values());
  }

  /** What early stopping makes of the points so far. */
  EarlyStopping.Verdict verdict() {
    return verdict;
  }
}
