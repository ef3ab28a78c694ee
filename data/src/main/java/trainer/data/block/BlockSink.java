package trainer.data.block;

import trainer.core.input.BadRecords;

/** Takes the blocks of one file as they are found. */
public interface BlockSink {
  /** The next block; see {@link trainer.core.input.Block}. */
  void block(long offset, long length, long records, int skip);

  /**
   * Records that cannot be given to any block.
   *
   * @throws trainer.core.failure.FailureException when they are more than can be tolerated
   */
  void broken(BadRecords bad);
}
