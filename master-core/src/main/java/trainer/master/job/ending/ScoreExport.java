package trainer.master.job.ending;

import trainer.core.failure.Failure;
import trainer.core.id.Incarnation;
import trainer.core.message.FromPserver;
import trainer.master.job.api.JobEffect;
import trainer.master.job.api.JobEvent;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.kernel.JobLifecycle;
import trainer.master.job.members.Member;

/**
 * The publication of a scoring job's output. Workers write files into a folder beside the output
 * from the first task on; facts name those that count. At the end the folder loses all other files
 * and gets a manifest, and one rename makes it the output.
 *
 * <p>All masters of the job use one folder. Nothing can be added to the files that count once every
 * task is done, so two masters that publish at once put the same output in place.
 */
public final class ScoreExport extends Publication {
  private boolean begun;

  public ScoreExport(JobContext context, JobLifecycle lifecycle) {
    super(context, lifecycle);
  }

  @Override
  protected void find() {
    context.act(new JobEffect.FindScores());
  }

  @Override
  public void begin() {
    if (!begun) {
      begun = true;
      publishing(context.spec().rowFolder());
      context.act(new JobEffect.PublishScores(context.history().output().files()));
    }
  }

  @Override
  protected void cannot(Failure failure) {
    lifecycle.fail(failure);
  }

  @Override
  public void onPublished(JobEvent.Published event) {
    noTrouble();
    published(event);
  }

  @Override
  public void forget() {
    // What is scored stays scored.
  }

  @Override
  public void onReconnected(Member pserver) {
    // Pservers have no part in it.
  }

  @Override
  public void onEvicted(Incarnation incarnation) {
    // Pservers have no part in it.
  }

  @Override
  public void onWritten(Member pserver, FromPserver.PartsWritten message) {
    // Pservers have no part in it.
  }

  @Override
  public void onFailed(FromPserver.PartsFailed message) {
    // Pservers have no part in it.
  }
}
