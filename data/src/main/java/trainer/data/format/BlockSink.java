package trainer.data.format;

import trainer.core.input.BadRecords;

/** The receiver of the blocks of one file, in order. */
public interface BlockSink {
  /** Receives the next block; see {@link trainer.core.input.Block}. */
  void block(long offset, long length, long records, int skip);

  /**
   * Receives records that cannot be assigned to any block.
   *
   * @throws trainer.core.failure.FailureException if they exceed the tolerated number
   */
  void broken(BadRecords bad);
}
