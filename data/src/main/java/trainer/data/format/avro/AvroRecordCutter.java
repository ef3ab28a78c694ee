package trainer.data.format.avro;

import trainer.data.format.BlockSink;

/**
 * Cuts container blocks into blocks of k records. Container blocks state their number of records,
 * so this needs no payload either.
 *
 * <p>With k = 4 and container blocks of 6 and 5 records at A and B: (A, skip 0, 4 records), (A and
 * B, skip 4, 4 records), (B, skip 2, 3 records).
 */
final class AvroRecordCutter implements ContainerWalk.Visitor {
  private final int k;
  private final BlockSink blocks;
  private long offset;
  private int skip;
  private long gathered;
  private long end;

  AvroRecordCutter(int k, BlockSink blocks) {
    this.k = k;
    this.blocks = blocks;
  }

  @Override
  public void container(long containerOffset, long length, long records) {
    end = containerOffset + length;
    long left = records;
    while (left > 0) {
      if (gathered == 0) {
        offset = containerOffset;
        skip = Math.toIntExact(records - left);
      }
      long taken = Math.min(left, k - gathered);
      gathered += taken;
      left -= taken;
      if (gathered == k) {
        emit();
      }
    }
  }

  void end() {
    if (gathered > 0) {
      emit();
    }
  }

  private void emit() {
    blocks.block(offset, end - offset, gathered, skip);
    gathered = 0;
  }
}
