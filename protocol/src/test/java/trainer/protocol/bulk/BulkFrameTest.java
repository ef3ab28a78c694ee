package trainer.protocol.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import trainer.core.math.ExactSum;
import trainer.core.math.RepeatedSums;
import trainer.core.message.Metrics;
import trainer.core.table.KeyList;
import trainer.core.table.Partitions;

final class BulkFrameTest {
  private static final int MAX_FRAME = 1 << 20;

  @Test
  void keyListsComeBackAsTheyWere() throws IOException {
    Random random = new Random(1);
    for (int round = 0; round < 200; round++) {
      KeyList list = randomKeys(random);
      FrameWriter writer = new FrameWriter(MAX_FRAME);
      writer.keys(round, BulkFrame.Mode.READ, list);
      BulkFrame.Keys keys = (BulkFrame.Keys) onlyFrame(writer);
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
  void sumsComeBackAsTheyWereAtEveryWidth() throws IOException {
    Random random = new Random(2);
    for (int round = 0; round < 200; round++) {
      int[] ends = new int[random.nextInt(4)];
      int end = 0;
      for (int table = 0; table < ends.length; table++) {
        end += random.nextInt(50);
        ends[table] = end;
      }
      long[] sums = new long[end];
      int shift = random.nextInt(65);
      for (int i = 0; i < sums.length; i++) {
        sums[i] = shift == 64 ? 0 : random.nextLong() >> shift;
      }
      FrameWriter writer = new FrameWriter(MAX_FRAME);
      writer.push(
          3,
          4,
          5,
          6,
          7,
          new Metrics(8, new ExactSum(-9, 1), new ExactSum(2, 3), 11),
          10,
          round % 2 == 0 ? null : new RepeatedSums(),
          table -> null,
          sums,
          ends);
      BulkFrame.Push push = (BulkFrame.Push) onlyFrame(writer);
      assertThat(push.line()).isEqualTo(3);
      assertThat(push.version()).isEqualTo(4);
      assertThat(push.share()).isEqualTo(5);
      assertThat(push.shares()).isEqualTo(6);
      assertThat(push.records()).isEqualTo(7);
      assertThat(push.metrics())
          .isEqualTo(new Metrics(8, new ExactSum(-9, 1), new ExactSum(2, 3), 11));
      assertThat(push.list()).isEqualTo(10);
      assertThat(push.sums().tables()).isEqualTo(ends.length);
      assertThat(push.sums().count()).isEqualTo(sums.length);
      long[] read = new long[sums.length];
      RepeatedSums equal = new RepeatedSums();
      assertThat(push.sums().learn(equal)).isTrue();
      push.sums().readInto(read, equal);
      assertThat(read).isEqualTo(sums);
    }
  }

  @Test
  void equalSumsAreSentOnceAndTheirGroupsOnlyWithTheFirstPush() throws IOException {
    Random random = new Random(6);
    int[] group = random.ints(9000, 0, 700).toArray();
    RepeatedSums sender = new RepeatedSums();
    RepeatedSums receiver = new RepeatedSums();
    int[] lengths = new int[6];
    for (int push = 0; push < lengths.length; push++) {
      long[] ofGroup = random.longs(700, -1 << 20, 1 << 20).toArray();
      long[] sums = new long[group.length + 1];
      for (int i = 0; i < group.length; i++) {
        // a sixth are sums of their own, and in the fourth push all are
        sums[i] = group[i] < 100 || push == 3 ? random.nextInt() >> 11 : ofGroup[group[i]];
      }
      sums[group.length] = push;
      FrameWriter writer = new FrameWriter(MAX_FRAME);
      int[] ends = {group.length, sums.length};
      writer.push(1, 1, 0, 1, 1, Metrics.NONE, 1, sender, table -> null, sums, ends);
      lengths[push] = writer.waiting();
      BulkFrame.Push decoded = (BulkFrame.Push) onlyFrame(writer);
      assertThat(decoded.sums().learn(receiver)).isTrue();
      long[] read = new long[sums.length];
      decoded.sums().readInto(read, receiver);
      assertThat(read).isEqualTo(sums);
    }
    assertThat(lengths[0]).isBetween(18_000, 20_000); // 1,900 integers and 9,000 codes of 10 bits
    assertThat(lengths[1]).isBetween(7_500, 8_500);
    assertThat(lengths[2]).isEqualTo(lengths[1]);
    assertThat(lengths[3]).isGreaterThan(36_000);
    assertThat(lengths[4]).isGreaterThan(36_000); // a list of which nothing is equal is left alone
  }

  @Test
  void whatWasEqualByChanceIsToldApartForGood() throws IOException {
    Random random = new Random(8);
    int[] group = random.ints(9000, 0, 700).toArray();
    RepeatedSums sender = new RepeatedSums();
    int[] lengths = new int[8];
    for (int push = 0; push < lengths.length; push++) {
      // in the first push only labels tell records apart, later one value comes twice by chance
      long[] ofGroup = random.longs(700, 1 << 18, push == 0 ? (1 << 18) + 2 : 1 << 20).toArray();
      ofGroup[2 * push] = ofGroup[2 * push + 1];
      long[] sums = IntStream.of(group).mapToLong(of -> ofGroup[of]).toArray();
      FrameWriter writer = new FrameWriter(MAX_FRAME);
      writer.push(
          1, 1, 0, 1, 1, Metrics.NONE, 1, sender, table -> null, sums, new int[] {sums.length});
      lengths[push] = writer.waiting();
    }
    assertThat(lengths[1]).isGreaterThan(10_000);
    assertThat(lengths[4]).isLessThan(3_200);
    assertThat(lengths[7]).isLessThan(3_200);
  }

  @Test
  void aPushThatRestsOnGroupsNeverToldIsNoticed() throws IOException {
    RepeatedSums sender = new RepeatedSums();
    long[] sums = new long[1000];
    Arrays.fill(sums, 5);
    for (int push = 0; push < 2; push++) {
      FrameWriter writer = new FrameWriter(MAX_FRAME);
      writer.push(
          1, 1, 0, 1, 1, Metrics.NONE, 1, sender, table -> null, sums, new int[] {sums.length});
      BulkFrame.Push decoded = (BulkFrame.Push) onlyFrame(writer);
      assertThat(decoded.sums().learn(new RepeatedSums())).isEqualTo(push == 0);
    }
  }

  /** Where things stand in a frame of one push of one table in form 1. */
  private static final int COUNT_AT = 95;

  private static final int NUMBERS_AT = 99;
  private static final int GROUPS_AT = 103;
  private static final int BITS_AT = 107;
  private static final int CODES_AT = 108;

  /** A thousand sums in two groups, a few in none. */
  private static byte[] toldGroups() throws IOException {
    long[] sums = new long[1000];
    Arrays.setAll(sums, i -> i < 5 ? 100 + i : i % 2);
    FrameWriter writer = new FrameWriter(MAX_FRAME);
    int[] ends = {sums.length};
    writer.push(1, 1, 0, 1, 1, Metrics.NONE, 1, new RepeatedSums(), table -> null, sums, ends);
    byte[] bytes = new byte[writer.waiting()];
    bytesOf(writer).get(bytes);
    assertThat(ByteBuffer.wrap(bytes).getInt(GROUPS_AT)).isEqualTo(2);
    return bytes;
  }

  private static BulkFrame.Push pushOf(byte[] bytes) throws MalformedFrameException {
    FrameReader reader = new FrameReader(MAX_FRAME);
    reader.feed(ByteBuffer.wrap(bytes));
    return (BulkFrame.Push) reader.next();
  }

  @Test
  void groupsThatCannotBeAreNotLearnt() throws IOException {
    assertThat(pushOf(toldGroups()).sums().learn(new RepeatedSums())).isTrue();
    for (int groups : new int[] {0, 1, 3, 1001, Integer.MAX_VALUE}) {
      byte[] bytes = toldGroups();
      ByteBuffer.wrap(bytes).putInt(GROUPS_AT, groups);
      assertThat(pushOf(bytes).sums().learn(new RepeatedSums())).as("%s groups", groups).isFalse();
    }
    byte[] another = toldGroups();
    another[CODES_AT] = 3; // two groups, yet a code of 3
    assertThat(pushOf(another).sums().learn(new RepeatedSums())).isFalse();
  }

  @Test
  void groupsThatNoFrameHoldsAreMalformed() throws IOException {
    for (int at : new int[] {COUNT_AT, NUMBERS_AT, GROUPS_AT}) {
      for (int value : new int[] {-1, 1 << 30}) {
        byte[] bytes = toldGroups();
        ByteBuffer.wrap(bytes).putInt(at, value);
        if (at != GROUPS_AT || value < 0) {
          assertThatThrownBy(() -> pushOf(bytes)).isInstanceOf(MalformedFrameException.class);
        }
      }
    }
    for (int bits : new int[] {0, 17, -1}) {
      byte[] bytes = toldGroups();
      bytes[BITS_AT] = (byte) bits;
      assertThatThrownBy(() -> pushOf(bytes)).isInstanceOf(MalformedFrameException.class);
    }
  }

  @Test
  void noRoomIsMadeForGroupsBeforeTheirNumberIsKnownToBeRight() throws IOException {
    byte[] bytes = Arrays.copyOf(toldGroups(), MAX_FRAME);
    int count = (bytes.length - CODES_AT) * Byte.SIZE;
    ByteBuffer frame = ByteBuffer.wrap(bytes);
    frame.putInt(0, bytes.length - Integer.BYTES);
    frame.put(COUNT_AT - 1, (byte) 0x10).putInt(COUNT_AT, count).put(BITS_AT, (byte) 1);
    FrameReader reader = new FrameReader(MAX_FRAME);
    reader.feed(frame);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
    BulkFrame.Push push = (BulkFrame.Push) reader.next();
    long allocated = threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
    assertThat(push.sums().count()).isEqualTo(count);
    assertThat(allocated).isLessThan(count);
  }

  @Test
  void choosesTheNarrowestWidthThatLosesNothing() {
    assertThat(widthOf(0)).isEqualTo(0);
    assertThat(widthOf(127)).isEqualTo(1);
    assertThat(widthOf(-128)).isEqualTo(1);
    assertThat(widthOf(128)).isEqualTo(2);
    assertThat(widthOf(-129)).isEqualTo(2);
    assertThat(widthOf(-32768)).isEqualTo(2);
    assertThat(widthOf(32768)).isEqualTo(4);
    assertThat(widthOf(Integer.MIN_VALUE)).isEqualTo(4);
    assertThat(widthOf(1L << 31)).isEqualTo(8);
    assertThat(widthOf(Long.MIN_VALUE)).isEqualTo(8);
  }

  @Test
  void smallFramesComeBackAsTheyWere() throws IOException {
    FrameWriter writer = new FrameWriter(MAX_FRAME);
    BulkFrame.Refused refused =
        new BulkFrame.Refused(true, 1, 2, 3, 4, BulkFrame.Reason.BAD_CONTENT);
    writer.drop(11);
    writer.pull(1, 2, 3, 4, 5);
    writer.ack(5, 6, 7);
    writer.refused(refused);
    writer.ping();
    writer.values(8, 9, 10, 3).put(new float[] {1f, Float.NaN, -0f});
    FrameReader reader = new FrameReader(MAX_FRAME);
    reader.feed(bytesOf(writer));
    assertThat(reader.next()).isEqualTo(new BulkFrame.Drop(11));
    assertThat(reader.next()).isEqualTo(new BulkFrame.Pull(1, 2, 3, 4, 5));
    assertThat(reader.next()).isEqualTo(new BulkFrame.Ack(5, 6, 7));
    assertThat(reader.next()).isEqualTo(refused);
    assertThat(reader.next()).isEqualTo(new BulkFrame.Ping());
    BulkFrame.Values values = (BulkFrame.Values) reader.next();
    assertThat(values.request()).isEqualTo(8);
    assertThat(values.line()).isEqualTo(9);
    assertThat(values.version()).isEqualTo(10);
    float[] floats = new float[3];
    values.values().get(floats);
    assertThat(floats).isEqualTo(new float[] {1f, Float.NaN, -0f});
    assertThat(reader.next()).isNull();
  }

  @Test
  void framesSurviveAnyCutOfTheStream() throws IOException {
    Random random = new Random(3);
    FrameWriter writer = new FrameWriter(MAX_FRAME);
    for (int i = 0; i < 300; i++) {
      FloatBuffer values = writer.values(i, 1, 1, random.nextInt(5000));
      while (values.hasRemaining()) {
        values.put(i);
      }
      writer.ack(1, i, 0);
    }
    ByteBuffer bytes = bytesOf(writer);
    FrameReader reader = new FrameReader(MAX_FRAME);
    int expected = 0;
    while (bytes.hasRemaining()) {
      int n = Math.min(bytes.remaining(), 1 + random.nextInt(9000));
      reader.feed(bytes.slice(bytes.position(), n));
      bytes.position(bytes.position() + n);
      for (BulkFrame frame = reader.next(); frame != null; frame = reader.next()) {
        if (frame instanceof BulkFrame.Values values) {
          assertThat(values.request()).isEqualTo(expected);
          for (int i = 0; i < values.values().limit(); i++) {
            assertThat(values.values().get(i)).isEqualTo(expected);
          }
        } else {
          assertThat(frame).isEqualTo(new BulkFrame.Ack(1, expected++, 0));
        }
      }
    }
    assertThat(expected).isEqualTo(300);
  }

  @Test
  void aWriterPassesOnWhatTheChannelTakesAndKeepsTheRest() throws IOException {
    FrameWriter writer = new FrameWriter(MAX_FRAME);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int i = 0; i < 500; i++) {
      writer.ack(1, i, 0);
      writer.writeTo(new NarrowChannel(out, 7));
    }
    while (!writer.writeTo(new NarrowChannel(out, 100))) {}
    FrameReader reader = new FrameReader(MAX_FRAME);
    reader.feed(ByteBuffer.wrap(out.toByteArray()));
    for (int i = 0; i < 500; i++) {
      assertThat(reader.next()).isEqualTo(new BulkFrame.Ack(1, i, 0));
    }
    assertThat(reader.next()).isNull();
  }

  @Test
  void aLengthOutOfRangeIsRefusedBeforeRoomIsMade() {
    for (int length : new int[] {-1, 0, Integer.MIN_VALUE, Integer.MAX_VALUE, MAX_FRAME + 1}) {
      FrameReader reader = new FrameReader(MAX_FRAME);
      reader.feed(ByteBuffer.allocate(8).putInt(0, length));
      assertThatThrownBy(reader::next).isInstanceOf(MalformedFrameException.class);
    }
  }

  @Test
  void keysOfAllPartitionsAreOneRun() throws IOException {
    int keys = 1 << 14; // of as many times 16: a varint of one byte each, mostly
    KeyList list = sparseKeys(new Random(7), keys, 18);
    FrameWriter writer = new FrameWriter(MAX_FRAME);
    writer.keys(1, BulkFrame.Mode.TRAIN, list);
    assertThat(writer.waiting()).isBetween(list.keys().length, list.keys().length * 21 / 20);
    assertThat(((BulkFrame.Keys) onlyFrame(writer)).keys().keys()).isEqualTo(list.keys());
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

  @Test
  void keysOutOfOrderAreRefused() {
    assertThatThrownBy(() -> onlyFrame(writerOf(new long[] {5, 5})))
        .isInstanceOf(MalformedFrameException.class);
    assertThatThrownBy(() -> onlyFrame(writerOf(new long[] {-1, 5})))
        .isInstanceOf(MalformedFrameException.class);
  }

  @Test
  void anOversizedFrameIsNotSent() {
    FrameWriter writer = new FrameWriter(100);
    writer.ack(1, 1, 1);
    int before = writer.waiting();
    assertThatThrownBy(() -> writer.values(1, 1, 1, 100))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(writer.waiting()).isEqualTo(before);
  }

  @Test
  void randomBytesGiveNothingButTheTypedException() throws IOException {
    Random random = new Random(4);
    for (int round = 0; round < 20_000; round++) {
      byte[] bytes = new byte[4 + random.nextInt(120)];
      random.nextBytes(bytes);
      ByteBuffer.wrap(bytes).putInt(0, 1 + random.nextInt(bytes.length));
      bytes[4 % bytes.length] = (byte) random.nextInt(9);
      drain(bytes);
    }
  }

  @Test
  void damagedFramesGiveNothingButTheTypedException() throws IOException {
    Random random = new Random(5);
    for (int round = 0; round < 5_000; round++) {
      FrameWriter writer = new FrameWriter(MAX_FRAME);
      writer.keys(1, BulkFrame.Mode.TRAIN, randomKeys(random));
      long[] sums = random.longs(200, 0, 9).toArray();
      RepeatedSums equal = new RepeatedSums();
      writer.push(
          1, 1, 0, 1, 1, Metrics.NONE, 1, equal, table -> null, sums, new int[] {1, sums.length});
      writer.push(
          1, 1, 0, 1, 1, Metrics.NONE, 1, equal, table -> null, sums, new int[] {1, sums.length});
      byte[] bytes = bytesOf(writer).array().clone();
      for (int flips = 1 + random.nextInt(4); flips > 0; flips--) {
        bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
      }
      drain(bytes);
    }
  }

  private static void drain(byte[] bytes) {
    FrameReader reader = new FrameReader(4096);
    RepeatedSums equal = new RepeatedSums();
    reader.feed(ByteBuffer.wrap(bytes));
    try {
      for (BulkFrame frame = reader.next(); frame != null; frame = reader.next()) {
        if (frame instanceof BulkFrame.Push push
            && push.sums().count() < 1 << 20
            && push.sums().learn(equal)) {
          push.sums().readInto(new long[(int) push.sums().count()], equal);
        }
      }
    } catch (MalformedFrameException expected) {
      assertThat(expected.getMessage()).isNotEmpty();
    }
  }

  private static int widthOf(long sum) {
    return Sums.width(new long[] {0, sum}, 0, 2);
  }

  private static FrameWriter writerOf(long[] keys) {
    FrameWriter writer = new FrameWriter(MAX_FRAME);
    writer.keys(
        1,
        BulkFrame.Mode.TRAIN,
        new KeyList(new int[1], new int[1], new int[] {0, keys.length}, keys));
    return writer;
  }

  /** Of sparse and dense tables; the keys are of their partitions. */
  private static KeyList randomKeys(Random random) {
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

  private static BulkFrame onlyFrame(FrameWriter writer) throws IOException {
    FrameReader reader = new FrameReader(MAX_FRAME);
    reader.feed(bytesOf(writer));
    BulkFrame frame = reader.next();
    assertThat(reader.next()).isNull();
    return frame;
  }

  private static ByteBuffer bytesOf(FrameWriter writer) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    assertThat(writer.writeTo(Channels.newChannel(out))).isTrue();
    return ByteBuffer.wrap(out.toByteArray());
  }
}
