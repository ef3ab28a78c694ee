package trainer.worker.work;

import java.util.ArrayList;
import java.util.List;
import trainer.core.message.FromMember;
import trainer.core.message.FromWorker;
import trainer.worker.api.WorkerAction;

/**
 * The actions that result from one event, in order. A message to the master follows the reports of
 * finished shares that are still pending.
 */
final class WorkerOutbox {
  private final PendingShareReports pending = new PendingShareReports();
  private List<WorkerAction> actions = new ArrayList<>();

  void add(WorkerAction action) {
    actions.add(action);
  }

  void note(String text) {
    actions.add(new WorkerAction.Log(text));
  }

  /** Sends a message to the master. */
  void send(FromMember message) {
    flush();
    actions.add(new WorkerAction.SendToMaster(message));
  }

  /** Reports a finished share, soon but not at once. */
  void report(FromWorker.ShareDone share) {
    pending.add(share);
  }

  /** Whether a report is pending that should not wait. */
  boolean isDue() {
    return pending.isDue();
  }

  /** Sends the pending reports. */
  void flush() {
    for (FromMember report : pending.takeAll()) {
      actions.add(new WorkerAction.SendToMaster(report));
    }
  }

  /** Takes all actions since the last call. */
  List<WorkerAction> takeAll() {
    List<WorkerAction> taken = actions;
    actions = new ArrayList<>();
    return taken;
  }
}
