package trainer.data.format.orc;

import org.apache.orc.OrcProto.Stream;
import trainer.data.format.stream.IntegerStream;
import trainer.data.format.stream.StreamInput;
import trainer.data.format.unit.UnitReader;

/** Reads texts that are stored one after the other. */
final class TextReader implements ValueReader {
  private final StreamInput data;
  private final IntegerStream lengths;
  private final long[] length = new long[UnitReader.BATCH];

  TextReader(int column, StripeStreams streams) {
    data = streams.bytes(column, Stream.Kind.DATA);
    lengths = streams.integers(column, Stream.Kind.LENGTH, false);
  }

  @Override
  public void read(OrcBatch batch, int[] rows, int count) {
    lengths.read(length, 0, count);
    batch.putTexts(data, length, rows, count);
  }
}
