package trainer.worker.run;

import trainer.protocol.bulk.FrameWriter;
import trainer.worker.api.PushTarget;
import trainer.worker.api.WorkerAction;
import trainer.worker.compute.PreparedShare;
import trainer.worker.compute.RepeatedSumPredictor;
import trainer.worker.routing.LaneList;
import trainer.worker.routing.SentList;

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
    PushTarget target = push.target();
    SentList keys = push.keys();
    frames.push(
        target.line(),
        target.version(),
        target.number(),
        target.shares(),
        push.gradients().metrics(),
        keys.id(),
        keys.equal(),
        new RepeatedSumPredictor(share, keys.list()),
        sums(),
        share.layout().ends(keys.list()));
    return true;
  }

  /** The lane's sums: the share's own array if one lane holds them all. */
  private long[] sums() {
    LaneList list = push.keys().list();
    long[] all = push.gradients().sums();
    if (list.isWhole()) {
      return all;
    }
    long[] part = new long[share.layout().size(list)];
    share.layout().gather(list, all, part);
    return part;
  }
}
