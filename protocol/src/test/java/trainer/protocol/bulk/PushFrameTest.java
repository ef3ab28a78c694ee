package trainer.protocol.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import trainer.core.math.ExactSum;
import trainer.core.math.RepeatedSums;
import trainer.core.message.Metrics;
import trainer.core.message.Positives;

/** Sums of gradients in frames: their widths, and groups of equal sums. */
final class PushFrameTest {
  private static final Metrics METRICS =
      new Metrics(
          8,
          new ExactSum(5, 6),
          new ExactSum(-9, 1),
          new ExactSum(2, 3),
          new Positives(new ExactSum(4, 1), new ExactSum(6, 2)),
          11);

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
      FrameWriter writer = new FrameWriter(WrittenFrames.MAX_FRAME);
      writer.push(
          3,
          4,
          5,
          6,
          METRICS,
          10,
          round % 2 == 0 ? null : new RepeatedSums(),
          table -> null,
          sums,
          ends);
      BulkFrame.Push push = (BulkFrame.Push) WrittenFrames.only(writer);
      assertThat(push.line()).isEqualTo(3);
      assertThat(push.version()).isEqualTo(4);
      assertThat(push.share()).isEqualTo(5);
      assertThat(push.shares()).isEqualTo(6);
      assertThat(push.metrics()).isEqualTo(METRICS);
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
  void metricsOfLessThanNothingAreMalformed() {
    for (Metrics metrics :
        List.of(
            new Metrics(-1, ExactSum.ZERO, ExactSum.ZERO, ExactSum.ZERO, Positives.NONE, 0),
            new Metrics(1, new ExactSum(-1, 5), ExactSum.ZERO, ExactSum.ZERO, Positives.NONE, 0))) {
      FrameWriter writer = new FrameWriter(WrittenFrames.MAX_FRAME);
      writer.push(1, 1, 0, 1, metrics, 1, null, table -> null, new long[0], new int[0]);
      assertThatThrownBy(() -> WrittenFrames.only(writer))
          .isInstanceOf(MalformedFrameException.class)
          .hasMessageContaining("records of weight");
    }
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
      FrameWriter writer = new FrameWriter(WrittenFrames.MAX_FRAME);
      int[] ends = {group.length, sums.length};
      writer.push(1, 1, 0, 1, Metrics.NONE, 1, sender, table -> null, sums, ends);
      lengths[push] = writer.waiting();
      BulkFrame.Push decoded = (BulkFrame.Push) WrittenFrames.only(writer);
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
      FrameWriter writer = new FrameWriter(WrittenFrames.MAX_FRAME);
      writer.push(
          1, 1, 0, 1, Metrics.NONE, 1, sender, table -> null, sums, new int[] {sums.length});
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
      FrameWriter writer = new FrameWriter(WrittenFrames.MAX_FRAME);
      writer.push(
          1, 1, 0, 1, Metrics.NONE, 1, sender, table -> null, sums, new int[] {sums.length});
      BulkFrame.Push decoded = (BulkFrame.Push) WrittenFrames.only(writer);
      assertThat(decoded.sums().learn(new RepeatedSums())).isEqualTo(push == 0);
    }
  }

  /** Where things stand in a frame of one push of one table in form 1. */
  private static final int COUNT_AT = 135;

  private static final int NUMBERS_AT = 139;
  private static final int GROUPS_AT = 143;
  private static final int BITS_AT = 147;
  private static final int CODES_AT = 148;

  /** A thousand sums in two groups, a few in none. */
  private static byte[] toldGroups() throws IOException {
    long[] sums = new long[1000];
    Arrays.setAll(sums, i -> i < 5 ? 100 + i : i % 2);
    FrameWriter writer = new FrameWriter(WrittenFrames.MAX_FRAME);
    int[] ends = {sums.length};
    writer.push(1, 1, 0, 1, Metrics.NONE, 1, new RepeatedSums(), table -> null, sums, ends);
    byte[] bytes = new byte[writer.waiting()];
    WrittenFrames.bytes(writer).get(bytes);
    assertThat(ByteBuffer.wrap(bytes).getInt(GROUPS_AT)).isEqualTo(2);
    return bytes;
  }

  private static BulkFrame.Push pushOf(byte[] bytes) throws MalformedFrameException {
    FrameReader reader = new FrameReader(WrittenFrames.MAX_FRAME);
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
    byte[] bytes = Arrays.copyOf(toldGroups(), WrittenFrames.MAX_FRAME);
    int count = (bytes.length - CODES_AT) * Byte.SIZE;
    ByteBuffer frame = ByteBuffer.wrap(bytes);
    frame.putInt(0, bytes.length - Integer.BYTES);
    frame.put(COUNT_AT - 1, (byte) 0x10).putInt(COUNT_AT, count).put(BITS_AT, (byte) 1);
    FrameReader reader = new FrameReader(WrittenFrames.MAX_FRAME);
    reader.feed(frame);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
    BulkFrame.Push push = (BulkFrame.Push) reader.next();
    long allocated = threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
    assertThat(push.sums().count()).isEqualTo(count);
    assertThat(allocated).isLessThan(count);
  }

  private static int widthOf(long sum) {
    return Sums.width(new long[] {0, sum}, 0, 2);
  }
}
