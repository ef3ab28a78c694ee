package trainer.protocol.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;
import trainer.core.math.RepeatedSums;
import trainer.core.message.Metrics;

/** Small frames, and any frames in streams that are cut, damaged or random. */
final class BulkFrameTest {
  @Test
  void smallFramesComeBackAsTheyWere() throws IOException {
    FrameWriter writer = new FrameWriter(WrittenFrames.MAX_FRAME);
    BulkFrame.Refused refused =
        new BulkFrame.Refused(true, 1, 2, 3, 4, BulkFrame.Reason.BAD_CONTENT);
    writer.drop(11);
    writer.pull(1, 2, 3, 4, 5);
    writer.ack(5, 6, 7);
    writer.refused(refused);
    writer.ping();
    writer.values(8, 9, 10, 3).put(new float[] {1f, Float.NaN, -0f});
    FrameReader reader = new FrameReader(WrittenFrames.MAX_FRAME);
    reader.feed(WrittenFrames.bytes(writer));
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
    FrameWriter writer = new FrameWriter(WrittenFrames.MAX_FRAME);
    for (int i = 0; i < 300; i++) {
      FloatBuffer values = writer.values(i, 1, 1, random.nextInt(5000));
      while (values.hasRemaining()) {
        values.put(i);
      }
      writer.ack(1, i, 0);
    }
    ByteBuffer bytes = WrittenFrames.bytes(writer);
    FrameReader reader = new FrameReader(WrittenFrames.MAX_FRAME);
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
    FrameWriter writer = new FrameWriter(WrittenFrames.MAX_FRAME);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int i = 0; i < 500; i++) {
      writer.ack(1, i, 0);
      writer.writeTo(new NarrowChannel(out, 7));
    }
    while (!writer.writeTo(new NarrowChannel(out, 100))) {}
    FrameReader reader = new FrameReader(WrittenFrames.MAX_FRAME);
    reader.feed(ByteBuffer.wrap(out.toByteArray()));
    for (int i = 0; i < 500; i++) {
      assertThat(reader.next()).isEqualTo(new BulkFrame.Ack(1, i, 0));
    }
    assertThat(reader.next()).isNull();
  }

  @Test
  void aLengthOutOfRangeIsRefusedBeforeRoomIsMade() {
    for (int length :
        new int[] {-1, 0, Integer.MIN_VALUE, Integer.MAX_VALUE, WrittenFrames.MAX_FRAME + 1}) {
      FrameReader reader = new FrameReader(WrittenFrames.MAX_FRAME);
      reader.feed(ByteBuffer.allocate(8).putInt(0, length));
      assertThatThrownBy(reader::next).isInstanceOf(MalformedFrameException.class);
    }
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
      FrameWriter writer = new FrameWriter(WrittenFrames.MAX_FRAME);
      writer.keys(1, BulkFrame.Mode.TRAIN, KeysFrameTest.randomKeys(random));
      long[] sums = random.longs(200, 0, 9).toArray();
      RepeatedSums equal = new RepeatedSums();
      writer.push(
          1, 1, 0, 1, Metrics.NONE, 1, equal, table -> null, sums, new int[] {1, sums.length});
      writer.push(
          1, 1, 0, 1, Metrics.NONE, 1, equal, table -> null, sums, new int[] {1, sums.length});
      byte[] bytes = WrittenFrames.bytes(writer).array().clone();
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
}
