package trainer.data.format;

import trainer.core.input.BadRecords;

/** The receiver of the blocks of one file, in order. */
public interface BlockSink {
  /**
   * Begins a unit: the blocks up to the next call are decoded together, such as those of a row
   * group or of a compressed file. All of them have the offset and length of the unit, and as skip
   * the number of records before them in it. Without any call, each block is decoded by itself.
   */
  void unit();

  /** Receives the next block; see {@link trainer.core.input.Block}. */
  void block(long offset, long length, long records, int skip);

  /**
   * Receives records that cannot be assigned to any block.
   *
   * @throws trainer.core.failure.FailureException if they exceed the tolerated number
   */
  void broken(BadRecords bad);
}
