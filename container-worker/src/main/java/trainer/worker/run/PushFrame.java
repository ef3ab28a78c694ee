package trainer.worker.run;

import trainer.protocol.bulk.FrameWriter;
import trainer.worker.compute.PreparedShare;
import trainer.worker.compute.RepeatedSumPredictor;
import trainer.worker.work.WorkerAction;

/** A lane's part of a share, encoded by the lane's writer thread. */
final class PushFrame implements LaneLink.Writing {
  private final WorkerAction.SendPush push;
  private final PreparedShare share;

  PushFrame(WorkerAction.SendPush push, PreparedShare share) {
    this.push = push;
    this.share = share;
  }

  @Override
  public boolean to(FrameWriter frames) {
    frames.push(
        push.line(),
        push.version(),
        push.share(),
        push.shares(),
        push.metrics().records(),
        push.metrics(),
        push.listId(),
        push.equal(),
        new RepeatedSumPredictor(share, push.list()),
        sums(),
        share.layout().ends(push.list()));
    return true;
  }

  /** The lane's sums: the share's own array if one lane holds them all. */
  private long[] sums() {
    if (push.list().isWhole()) {
      return push.sums();
    }
    long[] part = new long[share.layout().size(push.list())];
    share.layout().gather(push.list(), push.sums(), part);
    return part;
  }
}
