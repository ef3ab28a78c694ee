package trainer.data.block;

/** Takes the blocks of one file as they are found. */
@FunctionalInterface
public interface BlockSink {
  /** The next block; see {@link trainer.core.input.Block}. */
  void block(long offset, long length, long records, int skip);
}
