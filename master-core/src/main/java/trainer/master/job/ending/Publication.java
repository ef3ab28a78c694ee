package trainer.master.job.ending;

import trainer.core.fact.EndingFact;
import trainer.core.failure.Failure;
import trainer.core.id.Incarnation;
import trainer.core.id.Version;
import trainer.core.job.JobState;
import trainer.core.message.FromPserver;
import trainer.master.job.api.JobEvent;
import trainer.master.job.api.JobView;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.kernel.JobLifecycle;
import trainer.master.job.members.Member;

/**
 * The publication of the result of a job: the result is complete in a folder beside the output, and
 * one rename puts it in its place. A master that was lost in between may have renamed the folder
 * already, so the next one searches the output first.
 */
public abstract class Publication {
  protected final JobContext context;
  protected final JobLifecycle lifecycle;
  private boolean searching;
  private boolean publishing;

  /** Null unless writing is tried again and again. */
  private JobView.OutputTrouble trouble;

  protected Publication(JobContext context, JobLifecycle lifecycle) {
    this.context = context;
    this.lifecycle = lifecycle;
  }

  /** Asks the shell for a result that an earlier master has put in its place. */
  protected abstract void find();

  /** Begins to write and to publish the result. Repeated calls change nothing. */
  public abstract void begin();

  /** The job rolls back: the parts written are void. */
  public abstract void forget();

  /** A pserver has a new stream. */
  public abstract void onReconnected(Member pserver);

  /** The map is without one of its pservers. */
  public abstract void onEvicted(Incarnation incarnation);

  /** A pserver has written parts. */
  public abstract void onWritten(Member pserver, FromPserver.PartsWritten message);

  /** A pserver could not write, for now or for good. */
  public abstract void onFailed(FromPserver.PartsFailed message);

  /** The result is in place. */
  public abstract void onPublished(JobEvent.Published event);

  /** The result cannot be put in its place. */
  protected abstract void cannot(Failure failure);

  /** Whether the result is in its place, and the journal has its id. */
  public final boolean isDone() {
    return context.history().modelId() != null;
  }

  /** Searches for a result that an earlier master may have published without recording it. */
  public final void search() {
    searching = true;
    lifecycle.becomesVisible();
    find();
  }

  /** The search found no result. */
  public final void onNotFound() {
    searching = false;
    lifecycle.staysInvisible();
  }

  /** Whether the result may be in its place already, and the outcome is awaited. */
  public final boolean isPublishing() {
    return (publishing || searching) && !isDone();
  }

  public final boolean isSearching() {
    return searching;
  }

  /** Null unless the output cannot be written yet. */
  public final JobView.OutputTrouble trouble() {
    return trouble;
  }

  /** Writing or publishing is tried again. */
  public final void onDelayed(Failure failure) {
    if (trouble == null) {
      trouble = new JobView.OutputTrouble(context.millis(), failure.message());
      context.changed();
    }
  }

  /** The result could not be put in its place. */
  public final void onNotPublished(Failure failure) {
    if (searching) {
      lifecycle.settle(JobState.FAILED, failure);
      return;
    }
    publishing = false;
    lifecycle.staysInvisible();
    if (!lifecycle.isDecided()) {
      noTrouble();
      cannot(failure);
    }
  }

  protected final boolean hasBegunToPublish() {
    return publishing;
  }

  /**
   * The shell is about to publish.
   *
   * @param folder the folder that becomes the output, or null if it is published elsewhere
   */
  protected final void publishing(String folder) {
    publishing = true;
    noTrouble();
    if (folder != null) {
      lifecycle.becomesVisible();
      context.record(
          new EndingFact.PublishingBegun(new Version(context.history().version()), folder));
    }
  }

  protected final void published(JobEvent.Published event) {
    context.record(new EndingFact.Exported(event.modelId(), event.location()));
  }

  protected final void noTrouble() {
    trouble = null;
  }

  /** The output path without slashes at its end. */
  protected final String output() {
    String output = context.plan().output();
    while (output.length() > 1 && output.endsWith("/")) {
      output = output.substring(0, output.length() - 1);
    }
    return output;
  }
}
