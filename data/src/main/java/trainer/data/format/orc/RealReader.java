package trainer.data.format.orc;

import java.util.function.ToDoubleFunction;
import trainer.data.format.stream.StreamInput;

/** Reads floats or doubles, whose lowest bytes are first. */
final class RealReader implements ValueReader {
  private final StreamInput data;
  private final ToDoubleFunction<StreamInput> next;

  private RealReader(StreamInput data, ToDoubleFunction<StreamInput> next) {
    this.data = data;
    this.next = next;
  }

  static RealReader ofFloats(StreamInput data) {
    return new RealReader(data, in -> Float.intBitsToFloat(in.nextInt()));
  }

  static RealReader ofDoubles(StreamInput data) {
    return new RealReader(data, in -> Double.longBitsToDouble(in.nextLong()));
  }

  @Override
  public void read(OrcBatch batch, int[] rows, int count) {
    for (int i = 0; i < count; i++) {
      batch.putNumber(rows[i], next.applyAsDouble(data));
    }
  }
}
