package trainer.appmaster.main;

import java.util.function.Consumer;
import trainer.appmaster.loop.Cluster;
import trainer.master.session.Action;

/**
 * Performs the actions of the core: the fleet's by the cluster, a job's by its {@link JobRuntime},
 * the session's by its {@link SessionRuntime}. Called by the core thread.
 *
 * @param session null in a master of one job
 */
record Performer(Cluster cluster, JobRuntimes jobs, SessionRuntime session)
    implements Consumer<Action> {
  @Override
  public void accept(Action action) {
    if (action instanceof Action.OfFleet of) {
      of.action().to(cluster);
    } else if (action instanceof Action.OfJob of && of.job().isSession()) {
      session.act(of.action());
    } else if (action instanceof Action.OfJob of) {
      of.action().to(jobs.of(of.job()));
    } else if (action instanceof Action.OfSession of) {
      of.effect().to(session);
    } else {
      throw new IllegalStateException("not an action to perform: " + action);
    }
  }
}
