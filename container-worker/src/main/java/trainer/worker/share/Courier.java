package trainer.worker.share;

import java.util.function.Consumer;
import trainer.core.message.FromMember;
import trainer.core.message.ToMember;
import trainer.core.table.PartitionMap;

/**
 * What goes out to the lanes: the key list, the pull and the push of a piece of work, each once a
 * connection, and again over the next one as long as it is not answered.
 */
final class Courier {
  private final Links links = new Links();
  private final Consumer<WorkerAction> out;

  Courier(Consumer<WorkerAction> out) {
    this.out = out;
  }

  void up(Lane lane) {
    links.up(lane);
  }

  /**
   * The connection broke, or could not be made: the master is told when that has been so for long,
   * each time anew.
   */
  void lost(Lane lane, long now, long silentNanos) {
    if (links.lost(lane, now, silentNanos)) {
      out.accept(new WorkerAction.Say(new FromMember.Unreachable(lane.pserver().incarnation())));
    }
  }

  /** Asks for the connections the map wants. */
  void connect(PartitionMap map, long now) {
    links.reconcile(map, now, out);
  }

  /** Sends what the work needs and has not been sent. */
  void send(Work work) {
    work.legs.forEach((lane, leg) -> send(work, lane, leg));
  }

  private void send(Work work, Lane lane, Leg leg) {
    if (!links.isUp(lane) || leg.waitsForTick) {
      return;
    }
    boolean pull = work.stage == Work.Stage.PULLING && !leg.pulled && leg.values == null;
    boolean push = work.stage == Work.Stage.PUSHING && !leg.pushed && !leg.acked;
    if (pull || push) {
      sendKeys(work, lane, leg, pull);
    }
    if (pull) {
      leg.pulled = true;
      long list = leg.servedId();
      out.accept(new WorkerAction.SendPull(lane, work.id, list, work.line, work.pullVersion, list));
    }
    if (push) {
      leg.pushed = true;
      out.accept(push(work, lane, leg));
    }
  }

  /** What is going to be pushed is named with the pull, so that its rows are found meanwhile. */
  private void sendKeys(Work work, Lane lane, Leg leg, boolean pull) {
    if (work.isTraining() && !leg.listed) {
      leg.listed = true;
      out.accept(new WorkerAction.SendKeys(lane, work.id, work.id, true, leg.list.keys()));
    }
    boolean ownList = leg.servesAPart() || !work.isTraining();
    if (pull && ownList && !leg.servedListed) {
      leg.servedListed = true;
      long list = leg.servedId();
      out.accept(new WorkerAction.SendKeys(lane, work.id, list, false, leg.served().keys()));
    }
  }

  private static WorkerAction push(Work work, Lane lane, Leg leg) {
    if (work.isStep()) {
      return new WorkerAction.SendPush(
          lane,
          work.id,
          work.line,
          work.task.version,
          work.update,
          WorkerAction.SendPush.UPDATE,
          work.metrics,
          leg.list,
          work.sums);
    }
    ToMember.Order order = work.order;
    return new WorkerAction.SendPush(
        lane,
        work.id,
        order.line(),
        order.version(),
        order.share(),
        order.shares(),
        work.metrics,
        leg.list,
        work.sums);
  }

  /** The lanes may forget the work's key lists. */
  void drop(Work work) {
    work.legs.forEach(
        (lane, leg) -> {
          if (leg.listed && links.isUp(lane)) {
            out.accept(new WorkerAction.SendDrop(lane, work.id));
          }
          if (leg.servedListed && links.isUp(lane)) {
            out.accept(new WorkerAction.SendDrop(lane, leg.servedId()));
          }
          leg.listed = false;
          leg.servedListed = false;
        });
  }
}
