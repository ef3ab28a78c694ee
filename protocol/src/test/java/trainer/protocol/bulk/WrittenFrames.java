package trainer.protocol.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;

/** The frames that a writer holds, read back by a test. */
final class WrittenFrames {
  static final int MAX_FRAME = 1 << 20;

  private WrittenFrames() {}

  /** The one frame of a writer. */
  static BulkFrame only(FrameWriter writer) throws IOException {
    FrameReader reader = new FrameReader(MAX_FRAME);
    reader.feed(bytes(writer));
    BulkFrame frame = reader.next();
    assertThat(reader.next()).isNull();
    return frame;
  }

  /** The bytes of all frames of a writer. */
  static ByteBuffer bytes(FrameWriter writer) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    assertThat(writer.writeTo(Channels.newChannel(out))).isTrue();
    return ByteBuffer.wrap(out.toByteArray());
  }
}
