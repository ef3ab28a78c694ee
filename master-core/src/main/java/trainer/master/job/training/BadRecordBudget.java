package trainer.master.job.training;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.input.BadRecords;
import trainer.core.message.FromWorker;
import trainer.core.message.Metrics;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.kernel.JobLifecycle;

/**
 * The budget of broken records ({@code trainer.input.max-bad-records}) and their number so far;
 * each counts once, however often it is read.
 *
 * <p>Workers report broken records when they read them. Such a report names the file and the place,
 * and is enough to fail the job at once. It may be lost with its worker, so the final decision
 * rests on the counts of committed versions: an epoch holds every block once. A count may overtake
 * its report, which comes by another connection. So a count without any report waits for one; the
 * job publishes nothing meanwhile.
 */
public final class BadRecordBudget {
  private static final long PATIENCE = Duration.ofSeconds(2).toNanos();

  private record Place(String path, long offset, int skip) {}

  private final JobContext context;
  private final JobLifecycle lifecycle;
  private final Set<Place> places = new HashSet<>();
  private BadRecords unread = BadRecords.NONE;
  private BadRecords reported = BadRecords.NONE;
  private long training;
  private long heldOut;
  private boolean isWaiting;

  /** When the wait for a report began, in nanoseconds. */
  private long waitsSince;

  public BadRecordBudget(JobContext context, JobLifecycle lifecycle) {
    this.context = context;
    this.lifecycle = lifecycle;
  }

  /** Adds the broken records that were found while the input was cut; they belong to no block. */
  public void onIndexed(BadRecords bad) {
    unread = bad;
    failAbove(bad);
  }

  /** A worker read a block with broken records. */
  public void onBadRecords(FromWorker.BadRecords message) {
    if (places.add(new Place(message.path(), message.offset(), message.skip()))) {
      reported = reported.and(new BadRecords(message.count(), message.first()));
      failAbove(unread.and(reported));
    }
  }

  /** Fails the job if a count is too high and its report is there, or has not come in time. */
  public void reconcile() {
    if (isWaiting && (hasExample() || context.nanos() - waitsSince >= PATIENCE)) {
      isWaiting = false;
      failAbove(met());
    }
  }

  /** Whether the job is to fail, and waits for the report that says why. */
  public boolean isWaiting() {
    return isWaiting;
  }

  /**
   * Continues from the journal, where broken records are counted separately.
   *
   * @param first whether the epoch so far is the first, so that all its broken records are new
   * @return the metrics of the epoch so far, with its broken records as far as they matter
   */
  Metrics resume(Metrics epoch, boolean first) {
    training = Math.max(0, context.history().badRecords() - unread.count());
    return new Metrics(
        epoch.records(),
        epoch.weight(),
        epoch.loss(),
        epoch.tally(),
        epoch.positives(),
        first ? training : 0);
  }

  /** Passes the number of broken records in the committed versions of an epoch. */
  void onCommitted(long ofEpoch) {
    training = Math.max(training, ofEpoch);
    onCounted();
  }

  /** Fails a job whose training met no sound record: its result is no model. */
  void noneTrained() {
    if (isWaiting) {
      return; // it fails for the broken records
    }
    String broken = ofTraining() == 0 ? "" : " but " + ofTraining() + " broken ones";
    lifecycle.fail(
        new Failure(
            FailureKind.INPUT_EMPTY,
            "the input holds no record" + broken,
            context.spec().settings().getOrDefault("trainer.input", ""),
            "check the path"));
  }

  /** Passes the number of broken records among the records scored so far. */
  public void onScored(long count) {
    heldOut = count;
    onCounted();
  }

  private void onCounted() {
    if (isAbove(met()) && !hasExample() && !isWaiting) {
      isWaiting = true;
      waitsSince = context.nanos();
    } else if (!isWaiting) {
      failAbove(met());
    }
  }

  /** The number of broken records met so far in the training data. */
  long ofTraining() {
    return unread.count() + training;
  }

  private BadRecords met() {
    long count = ofTraining() + heldOut;
    return count == 0 ? BadRecords.NONE : new BadRecords(count, example());
  }

  private boolean hasExample() {
    return unread.and(reported).first() != null;
  }

  private Failure example() {
    return hasExample()
        ? unread.and(reported).first()
        : new Failure(
            FailureKind.DATA_INVALID,
            "a broken record",
            context.spec().settings().getOrDefault("trainer.input", ""),
            "see the workers' logs");
  }

  private boolean isAbove(BadRecords all) {
    return all.count() > context.plan().training().maxBadRecords();
  }

  private void failAbove(BadRecords all) {
    if (isAbove(all)) {
      lifecycle.fail(all.moreThan(context.plan().training().maxBadRecords()));
    }
  }
}
