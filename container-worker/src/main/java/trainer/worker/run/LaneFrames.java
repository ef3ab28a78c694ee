package trainer.worker.run;

import trainer.protocol.bulk.BulkFrame;
import trainer.worker.api.WorkerAction;

/** The frames of the messages to lanes that read rows. */
final class LaneFrames {
  private LaneFrames() {}

  /**
   * A list of keys.
   *
   * @param numbers of the rows of these keys, which the lane will be asked for
   */
  static LaneLink.Writing keys(WorkerAction.SendKeys action, long numbers) {
    BulkFrame.Mode mode = action.train() ? BulkFrame.Mode.TRAIN : BulkFrame.Mode.READ;
    return frames -> {
      frames.expectValues(numbers);
      frames.keys(action.list(), mode, action.keys());
      return false;
    };
  }

  static LaneLink.Writing drop(WorkerAction.SendDrop action) {
    return frames -> {
      frames.drop(action.list());
      return false;
    };
  }

  static LaneLink.Writing pull(WorkerAction.SendPull action) {
    return frames -> {
      frames.pull(
          action.request(), action.line(), action.version(), action.list(), action.partitions());
      return false;
    };
  }
}
