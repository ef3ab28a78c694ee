package trainer.master.job.training;

import java.util.HashSet;
import java.util.Set;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.input.BadRecords;
import trainer.core.message.FromMember;
import trainer.core.message.Metrics;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.kernel.JobLifecycle;

/**
 * How many broken records the input may have ({@code trainer.input.max-bad-records}) and how many
 * were met, each counted once however often it is read.
 *
 * <p>Workers say what they leave out when they read it: such news names file and place, and is
 * enough to fail at once. It may be lost with its worker, so what decides in the end is what comes
 * with committed versions: an epoch holds every block once.
 */
public final class BadRecordBudget {
  private record Place(String path, long offset, int skip) {}

  private final JobContext context;
  private final JobLifecycle lifecycle;
  private final Set<Place> heard = new HashSet<>();
  private BadRecords unread = BadRecords.NONE;
  private BadRecords said = BadRecords.NONE;
  private long training;
  private long heldOut;

  public BadRecordBudget(JobContext context, JobLifecycle lifecycle) {
    this.context = context;
    this.lifecycle = lifecycle;
  }

  /** Cutting the input found these, and gave them to no block. */
  public void indexed(BadRecords bad) {
    unread = bad;
    look(bad);
  }

  /** A worker read a block that holds some. */
  public void heard(FromMember.BadRecords message) {
    if (heard.add(new Place(message.path(), message.offset(), message.skip()))) {
      said = said.and(new BadRecords(message.count(), message.first()));
      look(unread.and(said));
    }
  }

  /**
   * Goes on from what was noted, in which broken records are counted by themselves.
   *
   * @param first whether the epoch so far is the first, which has all that were met in it
   * @return the metrics of the epoch so far, with its broken records as far as they matter
   */
  Metrics resume(Metrics epoch, boolean first) {
    training = Math.max(0, context.history().badRecords() - unread.count());
    return new Metrics(epoch.records(), epoch.loss(), epoch.tally(), first ? training : 0);
  }

  /** So many are in the committed versions of an epoch. */
  void committed(long ofEpoch) {
    training = Math.max(training, ofEpoch);
    look(met());
  }

  /** The training is over and met no sound record: what it made is no model. */
  void noneTrained() {
    String broken = ofTraining() == 0 ? "" : " but " + ofTraining() + " broken ones";
    lifecycle.fail(
        new Failure(
            FailureKind.INPUT_EMPTY,
            "the input holds no record" + broken,
            context.spec().settings().getOrDefault("trainer.input", ""),
            "check the path"));
  }

  /** So many are in what was scored of the held-out records. */
  void scored(long count) {
    heldOut = count;
    look(met());
  }

  /** Those of the training data met so far. */
  long ofTraining() {
    return unread.count() + training;
  }

  private BadRecords met() {
    long count = ofTraining() + heldOut;
    return count == 0 ? BadRecords.NONE : new BadRecords(count, example());
  }

  private Failure example() {
    BadRecords known = unread.and(said);
    return known.first() != null
        ? known.first()
        : new Failure(
            FailureKind.DATA_INVALID,
            "a broken record",
            context.spec().settings().getOrDefault("trainer.input", ""),
            "see the workers' logs");
  }

  private void look(BadRecords all) {
    if (all.count() > context.plan().maxBadRecords()) {
      lifecycle.fail(all.moreThan(context.plan().maxBadRecords()));
    }
  }
}
