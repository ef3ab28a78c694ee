package trainer.data.format.example;

/** The lists of one feature: of texts, of floats or of whole numbers. */
final class ValueList {
  private static final int TEXTS = MessageBytes.tagOfBytes(1);
  private static final int FLOATS = MessageBytes.tagOfBytes(2);
  private static final int WHOLE = MessageBytes.tagOfBytes(3);

  /** The field of the values of each list. */
  private static final int VALUE = 1;

  private static final int PACKED = MessageBytes.tagOfBytes(VALUE);

  private ValueList() {}

  /** Receives the values of a list. */
  interface Visitor {
    /** Receives a text; it is {@code array[from .. to-1]}. */
    void text(byte[] array, int from, int to);

    void number(float value);

    void whole(long value);
  }

  /**
   * Visits the values of the feature that {@code in} has.
   *
   * @throws BadMessageException if the bytes are no feature
   */
  static void visit(MessageBytes in, Visitor visitor) {
    int end = in.limit();
    while (!in.isAtEnd()) {
      int tag = in.readTag();
      if (tag != TEXTS && tag != FLOATS && tag != WHOLE) {
        in.skipValue(tag);
        continue;
      }
      int length = in.readLength();
      in.range(in.position(), in.position() + length);
      while (!in.isAtEnd()) {
        visitValue(in, tag, visitor);
      }
      in.range(in.position(), end);
    }
  }

  private static void visitValue(MessageBytes in, int list, Visitor visitor) {
    int tag = in.readTag();
    if (list == TEXTS && tag == PACKED) {
      int length = in.readLength();
      int from = in.position();
      in.skip(length);
      visitor.text(in.bytes(), from, in.position());
    } else if (list == FLOATS && tag == MessageBytes.tag(VALUE, MessageBytes.FIXED_32)) {
      visitor.number(in.readFloat());
    } else if (list == WHOLE && tag == MessageBytes.tag(VALUE, MessageBytes.VARINT)) {
      visitor.whole(in.readVarint());
    } else if (list != TEXTS && tag == PACKED) {
      visitPacked(in, list, visitor);
    } else {
      in.skipValue(tag);
    }
  }

  private static void visitPacked(MessageBytes in, int list, Visitor visitor) {
    int end = in.limit();
    int length = in.readLength();
    in.range(in.position(), in.position() + length);
    while (!in.isAtEnd()) {
      if (list == FLOATS) {
        visitor.number(in.readFloat());
      } else {
        visitor.whole(in.readVarint());
      }
    }
    in.range(in.position(), end);
  }
}
