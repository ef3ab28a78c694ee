package trainer.protocol.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import trainer.core.table.KeyList;
import trainer.core.table.Partitions;

/** Lists of keys in frames. */
final class KeysFrameTest {
  @Test
  void keyListsComeBackAsTheyWere() throws IOException {
    Random random = new Random(1);
    for (int round = 0; round < 200; round++) {
      KeyList list = randomKeys(random);
      FrameWriter writer = new FrameWriter(WrittenFrames.MAX_FRAME);
      writer.keys(round, BulkFrame.Mode.READ, list);
      BulkFrame.Keys keys = (BulkFrame.Keys) WrittenFrames.only(writer);
      assertThat(keys.list()).isEqualTo(round);
      assertThat(keys.mode()).isEqualTo(BulkFrame.Mode.READ);
      assertThat(keys.keys().tables()).isEqualTo(list.tables());
      assertThat(keys.keys().partitions()).isEqualTo(list.partitions());
      assertThat(keys.keys().starts()).isEqualTo(list.starts());
      assertThat(keys.keys().keys()).isEqualTo(list.keys());
      assertThat(keys.keys().whole()).isEqualTo(list.whole());
    }
  }

  @Test
  void keysOfAllPartitionsAreOneRun() throws IOException {
    int keys = 1 << 14; // of as many times 16: a varint of one byte each, mostly
    KeyList list = sparseKeys(new Random(7), keys, 18);
    FrameWriter writer = new FrameWriter(WrittenFrames.MAX_FRAME);
    writer.keys(1, BulkFrame.Mode.TRAIN, list);
    assertThat(writer.waiting()).isBetween(list.keys().length, list.keys().length * 21 / 20);
    assertThat(((BulkFrame.Keys) WrittenFrames.only(writer)).keys().keys()).isEqualTo(list.keys());
  }

  @Test
  void keysOutOfOrderAreRefused() {
    assertThatThrownBy(() -> WrittenFrames.only(writerOf(new long[] {5, 5})))
        .isInstanceOf(MalformedFrameException.class);
    assertThatThrownBy(() -> WrittenFrames.only(writerOf(new long[] {-1, 5})))
        .isInstanceOf(MalformedFrameException.class);
  }

  private static KeyList sparseKeys(Random random, int count, int bits) {
    long[] keys = random.longs(count, 0, 1L << bits).distinct().toArray();
    int[] partitions = IntStream.range(0, Partitions.COUNT).toArray();
    int[] starts = new int[Partitions.COUNT + 1];
    long[] sorted =
        LongStream.of(keys)
            .boxed()
            .sorted(
                Comparator.<Long>comparingInt(key -> Partitions.of(0, key))
                    .thenComparing(Comparator.naturalOrder()))
            .mapToLong(Long::longValue)
            .toArray();
    for (long key : sorted) {
      starts[Partitions.of(0, key) + 1]++;
    }
    Arrays.parallelPrefix(starts, Integer::sum);
    return new KeyList(new int[Partitions.COUNT], partitions, starts, sorted);
  }

  private static FrameWriter writerOf(long[] keys) {
    FrameWriter writer = new FrameWriter(WrittenFrames.MAX_FRAME);
    writer.keys(
        1,
        BulkFrame.Mode.TRAIN,
        new KeyList(new int[1], new int[1], new int[] {0, keys.length}, keys));
    return writer;
  }

  /** Of sparse and dense tables; the keys are of their partitions. */
  static KeyList randomKeys(Random random) {
    List<int[]> segments = new ArrayList<>();
    List<Long> all = new ArrayList<>();
    for (int table = random.nextInt(2); table < 6; table += 1 + random.nextInt(3)) {
      boolean dense = random.nextInt(3) == 0;
      int shift = random.nextInt(64);
      long[] keys =
          random.longs(random.nextInt(300)).map(key -> key >>> shift).distinct().toArray();
      for (int partition = 0; partition < Partitions.COUNT; partition++) {
        List<Long> its = new ArrayList<>();
        for (long key : keys) {
          if (!dense && Partitions.of(table, key) == partition) {
            its.add(key);
          }
        }
        its.sort(Long::compareUnsigned);
        all.addAll(its);
        int rows = dense && random.nextBoolean() ? random.nextInt() >>> 1 + random.nextInt(30) : 0;
        if (!its.isEmpty() || rows > 0) {
          segments.add(new int[] {table, partition, all.size(), rows});
        }
      }
    }
    return new KeyList(
        segments.stream().mapToInt(one -> one[0]).toArray(),
        segments.stream().mapToInt(one -> one[1]).toArray(),
        IntStream.concat(IntStream.of(0), segments.stream().mapToInt(one -> one[2])).toArray(),
        all.stream().mapToLong(Long::longValue).toArray(),
        segments.stream().mapToInt(one -> one[3]).toArray());
  }
}
