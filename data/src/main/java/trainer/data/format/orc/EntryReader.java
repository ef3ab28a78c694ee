package trainer.data.format.orc;

import org.apache.orc.OrcProto.Stream;
import trainer.data.format.stream.IntegerStream;
import trainer.data.format.unit.UnitReader;

/** Reads texts that are stored as numbers of entries of a dictionary. */
final class EntryReader implements ValueReader {
  private final IntegerStream data;
  private final long[] entries = new long[UnitReader.BATCH];

  private EntryReader(IntegerStream data) {
    this.data = data;
  }

  /** A reader of a column, whose batch receives the dictionary. */
  static EntryReader of(OrcBatch batch, StripeStreams streams, int rows) {
    batch.begin(OrcDictionary.read(batch.column(), streams, rows, batch.mostBytes()));
    return new EntryReader(streams.integers(batch.column().id(), Stream.Kind.DATA, false));
  }

  @Override
  public void read(OrcBatch batch, int[] rows, int count) {
    data.read(entries, 0, count);
    batch.putEntries(entries, rows, count);
  }
}
