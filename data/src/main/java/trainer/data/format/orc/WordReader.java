package trainer.data.format.orc;

import trainer.data.format.stream.IntegerStream;
import trainer.data.format.unit.UnitReader;

/** Reads whole numbers, dates and booleans. */
final class WordReader implements ValueReader {
  private final IntegerStream data;
  private final long[] words = new long[UnitReader.BATCH];

  WordReader(IntegerStream data) {
    this.data = data;
  }

  @Override
  public void read(OrcBatch batch, int[] rows, int count) {
    data.read(words, 0, count);
    batch.putWords(words, rows, count);
  }
}
