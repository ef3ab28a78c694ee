package trainer.worker.work;

import java.util.List;
import trainer.core.failure.Failure;
import trainer.core.message.FromWorker;
import trainer.core.message.ToWorker;
import trainer.worker.api.PushTarget;
import trainer.worker.api.WorkerAction;
import trainer.worker.routing.LaneId;
import trainer.worker.routing.LaneValues;

/**
 * A share of a mini-batch. It is done when every lane has acknowledged it, and is kept until its
 * version is committed, so that it can be pushed again.
 */
final class OrderedShare extends PushedItem {
  private final ToWorker.Order order;
  private final PushTarget target;
  private final ShareOrders orders;

  OrderedShare(long id, ToWorker.Order order, ShareOrders orders) {
    super(id, order.line().number(), order.version().number() - 1);
    this.order = order;
    this.target = target(order);
    this.orders = orders;
  }

  /** Turns a step into the share as which its gradients were admitted. */
  OrderedShare(VersionedStep admitted, ToWorker.Order order, ShareOrders orders) {
    super(admitted);
    this.order = order;
    this.target = target(order);
    this.orders = orders;
  }

  private static PushTarget target(ToWorker.Order order) {
    return new PushTarget(
        order.line().number(),
        order.version().number(),
        order.share().number(),
        order.share().shares());
  }

  boolean hasKey(long ofLine, long version, int share) {
    return line() == ofLine
        && order.version().number() == version
        && order.share().number() == share;
  }

  /** The report of the finished share. */
  FromWorker.ShareDone done() {
    return new FromWorker.ShareDone(
        order.line(),
        order.version(),
        order.share().number(),
        gradients().metrics().records(),
        gradients().computeNanos());
  }

  /** The report of a failure. */
  FromWorker.ShareFailed failed(int block, Failure failure) {
    return new FromWorker.ShareFailed(
        order.line(), order.version(), order.share().number(), block, failure);
  }

  @Override
  PushTarget target() {
    return target;
  }

  @Override
  int phase() {
    return order.phase();
  }

  @Override
  WorkerAction compute(List<LaneValues> values) {
    return new WorkerAction.Compute(id(), order.share().minibatchBlocks(), values);
  }

  @Override
  boolean isPushedAs(long ofLine, long version, int number) {
    return hasKey(ofLine, version, number);
  }

  @Override
  boolean hasPushNumber(long number) {
    return order.share().number() == number;
  }

  @Override
  boolean isOver(long committed) {
    return is(Stage.DONE) && order.version().number() <= committed;
  }

  @Override
  void onAcknowledged() {
    enter(Stage.DONE);
    orders.onDone(this);
  }

  @Override
  void onFailed(int block, Failure failure) {
    orders.onFailed(this, block, failure);
  }

  @Override
  void onOvertaken(long committed, LaneId lane) {
    orders.onOvertaken(this, committed);
  }

  @Override
  public String toString() {
    return "share "
        + order.share().number()
        + " of version "
        + order.version()
        + " on line "
        + line();
  }
}
