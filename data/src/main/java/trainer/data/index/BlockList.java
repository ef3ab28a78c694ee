package trainer.data.index;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import trainer.core.input.BadRecords;
import trainer.core.input.BlockIndex;
import trainer.data.format.BlockSink;

/** The blocks of one file. Confined to one thread. */
final class BlockList implements BlockSink {
  private static final int FIELDS = 4;

  private long[] numbers = new long[FIELDS * 16];
  private final long mostBad;
  private int used;

  /** The blocks with which units begin. */
  private final BitSet units = new BitSet();

  private BadRecords bad = BadRecords.NONE;
  private List<List<String>> hosts = List.of();

  /**
   * @param mostBad the tolerated number of broken records
   */
  BlockList(long mostBad) {
    this.mostBad = mostBad;
  }

  @Override
  public void unit() {
    units.set(used / FIELDS);
  }

  @Override
  public void block(long offset, long length, long records, int skip) {
    if (used == numbers.length) {
      numbers = Arrays.copyOf(numbers, used * 2);
    }
    numbers[used++] = offset;
    numbers[used++] = length;
    numbers[used++] = records;
    numbers[used++] = skip;
  }

  @Override
  public void broken(BadRecords more) {
    bad = bad.and(more);
    if (bad.count() > mostBad) {
      throw bad.moreThan(mostBad).toException();
    }
  }

  BadRecords bad() {
    return bad;
  }

  /** The offset of the middle of each block, in order. */
  long[] middles() {
    long[] middles = new long[used / FIELDS];
    for (int i = 0; i < middles.length; i++) {
      middles[i] = numbers[FIELDS * i] + numbers[FIELDS * i + 1] / 2;
    }
    return middles;
  }

  /** Sets the hosts of each block, in order. */
  void setHosts(List<List<String>> all) {
    hosts = List.copyOf(all);
  }

  /**
   * Appends all blocks to {@code index}; returns the number of records, or −1 if any block does not
   * state it.
   */
  long addTo(BlockIndex.Builder index) {
    long records = 0;
    for (int i = 0; i < used; i += FIELDS) {
      if (units.get(i / FIELDS)) {
        index.unit();
      }
      index.block(numbers[i], numbers[i + 1], numbers[i + 2], (int) numbers[i + 3]);
      if (!hosts.isEmpty()) {
        index.on(hosts.get(i / FIELDS));
      }
      records = records < 0 || numbers[i + 2] < 0 ? -1 : records + numbers[i + 2];
    }
    return records;
  }
}
