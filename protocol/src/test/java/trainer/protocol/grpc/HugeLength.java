package trainer.protocol.grpc;

import io.grpc.KnownLength;
import io.grpc.MethodDescriptor;
import io.grpc.protobuf.ProtoUtils;
import java.io.InputStream;
import trainer.protocol.proto.HandshakeFrame;

/** The session method, sent with a message that announces two gigabytes and never comes. */
final class HugeLength {
  static final MethodDescriptor<HandshakeFrame, HandshakeFrame> SESSION =
      MethodDescriptor.<HandshakeFrame, HandshakeFrame>newBuilder()
          .setType(MethodDescriptor.MethodType.BIDI_STREAMING)
          .setFullMethodName(Methods.SESSION.getFullMethodName())
          .setRequestMarshaller(new Endless())
          .setResponseMarshaller(ProtoUtils.marshaller(HandshakeFrame.getDefaultInstance()))
          .build();

  private HugeLength() {}

  private static final class Endless implements MethodDescriptor.Marshaller<HandshakeFrame> {
    @Override
    public InputStream stream(HandshakeFrame value) {
      return new Zeros();
    }

    @Override
    public HandshakeFrame parse(InputStream stream) {
      throw new UnsupportedOperationException();
    }
  }

  /** Claims its length beforehand; the framer writes the prefix and copies what it is given. */
  private static final class Zeros extends InputStream implements KnownLength {
    private static final int LENGTH = 64 << 20;
    private int left = LENGTH;

    @Override
    public int read() {
      return left-- > 0 ? 0 : -1;
    }

    @Override
    public int read(byte[] target, int offset, int length) {
      if (left <= 0) {
        return -1;
      }
      int n = Math.min(left, length);
      left -= n;
      return n;
    }

    @Override
    public int available() {
      return left;
    }
  }
}
