package trainer.protocol.bulk;

/** The type bytes of frames. */
final class FrameType {
  static final byte KEYS = 1;
  static final byte DROP = 2;
  static final byte PULL = 3;
  static final byte VALUES = 4;
  static final byte PUSH = 5;
  static final byte ACK = 6;
  static final byte REFUSED = 7;
  static final byte FETCH = 8;
  static final byte ROWS = 9;
  static final byte PING = 10;

  private FrameType() {}
}
