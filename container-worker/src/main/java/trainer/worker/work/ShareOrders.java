package trainer.worker.work;

import trainer.core.failure.Failure;
import trainer.core.message.ToWorker;

/**
 * The shares that the master orders: starts each once, reports it when every lane has it, and keeps
 * its sums until its version is known to be committed or its line is void.
 */
final class ShareOrders {
  private final WorkItems items;
  private final CurrentLine line;
  private final VersionedSteps versioned;
  private final WorkerOutbox out;

  ShareOrders(WorkItems items, CurrentLine line, VersionedSteps versioned, WorkerOutbox out) {
    this.items = items;
    this.line = line;
    this.versioned = versioned;
    this.out = out;
  }

  /** Takes an order, perhaps a repeated one. */
  void onOrder(ToWorker.Order order) {
    if (!line.accepts(order.line().number())) {
      out.note("order of line " + order.line() + " on line " + line.number() + " ignored");
      return;
    }
    line.onCommitted(order.committed().number());
    OrderedShare known =
        find(order.line().number(), order.version().number(), order.share().number());
    if (known == null) {
      start(order);
    } else if (known.is(WorkItem.Stage.DONE)) {
      out.report(known.done());
    }
  }

  /** Starts a share, or pushes the gradients of a task that the order admits. */
  private void start(ToWorker.Order order) {
    versioned
        .admit(order)
        .ifPresentOrElse(
            step -> items.replace(step, new OrderedShare(step, order, this)),
            () ->
                items.start(
                    new OrderedShare(items.nextNumber(), order, this), order.share().blocks()));
  }

  private OrderedShare find(long ofLine, long version, int number) {
    for (WorkItem item : items.all()) {
      if (item instanceof OrderedShare share && share.hasKey(ofLine, version, number)) {
        return share;
      }
    }
    return null;
  }

  /**
   * Cancels a share that another worker has finished or was assigned. A share that is already
   * computed is pushed nevertheless, which costs nothing, and kept as usual.
   */
  void onCancel(ToWorker.Cancel message) {
    OrderedShare share = find(message.line().number(), message.version().number(), message.share());
    if (share != null && !share.isComputed()) {
      items.end(share);
    }
  }

  /** Every lane has acknowledged the share. */
  void onDone(OrderedShare share) {
    out.report(share.done());
  }

  /** The version of the share is committed: by a backup task, or by its own push. */
  void onOvertaken(OrderedShare share, long committed) {
    line.onCommitted(committed);
    if (share.is(WorkItem.Stage.PUSHING)) {
      out.report(share.done());
    }
    items.end(share);
  }

  void onFailed(OrderedShare share, int block, Failure failure) {
    items.end(share);
    out.send(share.failed(block, failure));
  }
}
