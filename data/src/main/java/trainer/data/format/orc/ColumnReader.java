package trainer.data.format.orc;

import org.apache.orc.OrcProto.Stream;
import trainer.data.format.stream.BitRuns;
import trainer.data.format.stream.ByteRuns;
import trainer.data.format.unit.UnitReader;

/** Reads the values of a column in the rows of a stripe, in order. Confined to one thread. */
final class ColumnReader {
  private final OrcBatch batch;

  /** Whether each row has a value; null if all have. */
  private final BitRuns present;

  private final ValueReader values;

  /** The rows of a batch that have a value. */
  private final int[] rows = new int[UnitReader.BATCH];

  private ColumnReader(OrcBatch batch, BitRuns present, ValueReader values) {
    this.batch = batch;
    this.present = present;
    this.values = values;
    for (int i = 0; i < rows.length; i++) {
      rows[i] = i;
    }
  }

  /**
   * A reader of a stripe's column.
   *
   * @param rows those of the stripe
   * @throws RuntimeException if the stripe is damaged
   */
  static ColumnReader of(OrcBatch batch, StripeStreams streams, int rows) {
    int id = batch.column().id();
    batch.begin(null);
    BitRuns present =
        streams.has(id, Stream.Kind.PRESENT)
            ? new BitRuns(streams.bytes(id, Stream.Kind.PRESENT))
            : null;
    return new ColumnReader(batch, present, values(batch, streams, rows));
  }

  private static ValueReader values(OrcBatch batch, StripeStreams streams, int rows) {
    int id = batch.column().id();
    return switch (batch.column().type().form()) {
      case BOOLEAN -> new WordReader(new BitRuns(streams.bytes(id, Stream.Kind.DATA)));
      case BYTE -> new WordReader(new ByteRuns(streams.bytes(id, Stream.Kind.DATA)));
      case WHOLE -> new WordReader(streams.integers(id, Stream.Kind.DATA, true));
      case FLOAT -> RealReader.ofFloats(streams.bytes(id, Stream.Kind.DATA));
      case DOUBLE -> RealReader.ofDoubles(streams.bytes(id, Stream.Kind.DATA));
      case DECIMAL ->
          new DecimalReader(
              streams.bytes(id, Stream.Kind.DATA),
              streams.integers(id, Stream.Kind.SECONDARY, true));
      case TIMESTAMP -> TimestampReader.of(id, streams, streams.writerZone());
      case INSTANT -> TimestampReader.of(id, streams, "");
      case TEXT, FILLED_TEXT ->
          switch (streams.encoding(id).getKind()) {
            case DIRECT, DIRECT_V2 -> new TextReader(id, streams);
            case DICTIONARY, DICTIONARY_V2 -> EntryReader.of(batch, streams, rows);
          };
      case UNREAD -> throw new IllegalStateException("a column that is not read");
    };
  }

  String name() {
    return batch.column().name();
  }

  /** Reads the next rows to the batch. */
  void read(int count) {
    boolean[] nulls = batch.nulls();
    int valued = count;
    if (present != null) {
      present.readZeros(nulls, count);
      valued = 0;
      for (int i = 0; i < count; i++) {
        rows[valued] = i;
        valued += nulls[i] ? 0 : 1;
      }
    }
    batch.clearTexts();
    values.read(batch, rows, valued);
  }
}
