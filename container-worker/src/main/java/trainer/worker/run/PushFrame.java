package trainer.worker.run;

import trainer.protocol.bulk.FrameWriter;
import trainer.worker.share.Layout;
import trainer.worker.share.WorkerAction;

/** A lane's part of a share, encoded by the lane's writer thread. */
final class PushFrame implements LaneLink.Writing {
  private final WorkerAction.SendPush push;
  private final Layout layout;

  PushFrame(WorkerAction.SendPush push, Layout layout) {
    this.push = push;
    this.layout = layout;
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
        sums(),
        layout.ends(push.list()));
    return true;
  }

  /** The share's own sums where one lane holds them all. */
  private long[] sums() {
    if (push.list().isWhole()) {
      return push.sums();
    }
    long[] part = new long[layout.size(push.list())];
    layout.gather(push.list(), push.sums(), part);
    return part;
  }
}
