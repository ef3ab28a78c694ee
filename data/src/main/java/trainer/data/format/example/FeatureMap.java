package trainer.data.format.example;

/** The features of an example in the order they are written. */
final class FeatureMap {
  private static final int FEATURES = MessageBytes.tagOfBytes(1);
  private static final int ENTRY = MessageBytes.tagOfBytes(1);
  private static final int NAME = MessageBytes.tagOfBytes(1);
  private static final int VALUE = MessageBytes.tagOfBytes(2);

  private FeatureMap() {}

  /** Receives features. */
  @FunctionalInterface
  interface Visitor {
    /**
     * Receives the next feature.
     *
     * @param in its range is the feature's value; it may be left anywhere
     * @param from where the name begins in the array of {@code in}
     * @param to where the name ends
     */
    void feature(MessageBytes in, int from, int to);
  }

  /**
   * Visits the features of the example that {@code in} has.
   *
   * @throws BadMessageException if the bytes are no example
   */
  static void visit(MessageBytes in, Visitor visitor) {
    while (!in.isAtEnd()) {
      int tag = in.readTag();
      if (tag == FEATURES) {
        int end = in.limit();
        int length = in.readLength();
        in.range(in.position(), in.position() + length);
        visitEntries(in, visitor);
        in.range(in.position(), end);
      } else {
        in.skipValue(tag);
      }
    }
  }

  private static void visitEntries(MessageBytes in, Visitor visitor) {
    while (!in.isAtEnd()) {
      int tag = in.readTag();
      if (tag == ENTRY) {
        int end = in.limit();
        int length = in.readLength();
        int next = in.position() + length;
        in.range(in.position(), next);
        visitEntry(in, visitor);
        in.range(next, end);
      } else {
        in.skipValue(tag);
      }
    }
  }

  private static void visitEntry(MessageBytes in, Visitor visitor) {
    int nameFrom = in.position();
    int nameTo = in.position();
    int valueFrom = in.position();
    int valueTo = in.position();
    while (!in.isAtEnd()) {
      int tag = in.readTag();
      if (tag == NAME) {
        int length = in.readLength();
        nameFrom = in.position();
        in.skip(length);
        nameTo = in.position();
      } else if (tag == VALUE) {
        int length = in.readLength();
        valueFrom = in.position();
        in.skip(length);
        valueTo = in.position();
      } else {
        in.skipValue(tag);
      }
    }
    in.range(valueFrom, valueTo);
    visitor.feature(in, nameFrom, nameTo);
  }
}
