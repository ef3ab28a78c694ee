package trainer.master.job.training;

import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import trainer.core.fact.Speculated;
import trainer.core.fact.TrainingFact;
import trainer.core.id.Version;
import trainer.core.message.Metrics;
import trainer.master.job.history.JobHistory;
import trainer.master.job.history.VersionSchedule;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.members.Member;
import trainer.master.job.members.Membership;

/**
 * The progress of a training: adds up the metrics of committed versions, and appends them to the
 * journal about once a second.
 *
 * <p>The count of computed records is the sum of the workers' reports, repeats included. It is at
 * least the count of committed records: a worker may have pushed a share and died before its
 * report. Further work of a lost worker since its last report is not counted.
 */
public final class ProgressLog {
  private static final long EVERY = Duration.ofSeconds(1).toNanos();

  private final JobContext context;
  private final Membership members;
  private final BadRecordBudget tolerance;
  private final VersionSchedule schedule;
  private final Supplier<Speculated> speculated;
  private Metrics epoch = Metrics.NONE;
  private long notedAt = Member.NEVER;
  private long noted;
  private long committed;
  private long recordsCommitted;
  private final long recordsBefore;
  private boolean resumed;
  private boolean further;

  /**
   * @param speculated the counters of speculation
   */
  public ProgressLog(
      JobContext context,
      Membership members,
      BadRecordBudget tolerance,
      VersionSchedule schedule,
      Supplier<Speculated> speculated) {
    this.context = context;
    this.members = members;
    this.tolerance = tolerance;
    this.schedule = schedule;
    this.speculated = speculated;
    this.recordsBefore = context.history().recordsComputed();
  }

  /**
   * Continues from the counters in the journal, written by earlier masters or at the version of a
   * rollback.
   *
   * @param version the newest committed version
   * @param from the version whose metrics come first
   * @param metrics those of one version after the other, up to {@code version} or beyond
   */
  public void resume(long version, long from, List<Metrics> metrics) {
    JobHistory history = context.history();
    noted = history.progressed();
    recordsCommitted = history.recordsCommitted();
    epoch = tolerance.resume(history.epochMetrics(), schedule.epoch(noted) <= 1);
    for (committed = noted; committed < version; ) {
      long next = committed + 1;
      boolean known = next >= from && next - from < metrics.size();
      add(next, known ? metrics.get((int) (next - from)) : Metrics.NONE);
    }
    if (committed > noted) {
      note();
    }
    resumed = true;
  }

  public void onCommitted(long version, Metrics metrics) {
    add(version, metrics);
    if (version == context.history().target() && recordsCommitted == 0) {
      tolerance.noneTrained();
    }
    if (resumed || version == context.history().target()) {
      resumed = false; // at once, so that the journal dates the recovery from a lost master
      note();
    } else {
      reconcile();
    }
  }

  private void add(long version, Metrics metrics) {
    if (schedule.beginsEpoch(version)) {
      epoch = Metrics.NONE;
    }
    epoch = epoch.plus(metrics);
    tolerance.onCommitted(epoch.bad());
    recordsCommitted += metrics.records();
    committed = version;
    if (schedule.endsEpoch(version) && epoch.records() > context.history().epochRecords()) {
      note(); // the records of an epoch are exact only at its end
    }
  }

  /**
   * A pass of the open version has advanced.
   *
   * @param pass the metrics of the pass so far
   * @param records the records added
   */
  public void during(Metrics pass, long records) {
    epoch = pass;
    recordsCommitted += records;
    tolerance.onCommitted(pass.bad());
    further = true;
    if (resumed) {
      resumed = false;
      note();
    } else {
      reconcile();
    }
  }

  /** Appends the counters now, unless the journal has those of this version. */
  public void noteUpTo(long version) {
    if (noted < version) {
      note();
    }
  }

  /** Appends the counters if they are due. */
  public void reconcile() {
    boolean due = committed > noted || further;
    if (due && (notedAt == Member.NEVER || context.nanos() - notedAt >= EVERY)) {
      note();
    }
  }

  /** Appends the final counters: the last shares are reported after their version. */
  public void close() {
    if (committed > 0 || further) {
      note();
    }
  }

  private void note() {
    noted = committed;
    further = false;
    notedAt = context.nanos();
    context.recordAsync(now());
    context.changed();
  }

  /** The counters at the newest committed version. */
  public TrainingFact.Progressed now() {
    return new TrainingFact.Progressed(
        new Version(committed),
        epoch,
        recordsComputed(),
        recordsCommitted,
        tolerance.ofTraining(),
        context.millis(),
        speculated.get());
  }

  private long recordsComputed() {
    long records = recordsBefore;
    for (Member member : members.all()) {
      records += member.recordsComputedHere();
    }
    return Math.max(records, recordsCommitted);
  }
}
