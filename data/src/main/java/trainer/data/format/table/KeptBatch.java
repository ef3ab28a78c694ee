package trainer.data.format.table;

import java.util.List;
import trainer.core.feature.BadFieldException;
import trainer.core.feature.Column;
import trainer.core.feature.encode.ColumnVector;
import trainer.core.feature.encode.FeatureBatch;
import trainer.data.format.ExamplesBuffer;

/** The texts of the kept columns of a batch's records. Confined to one thread. */
final class KeptBatch {
  private final ColumnVector[] vectors;

  /** By column and place in the batch. */
  private final String[][] texts;

  /**
   * An empty batch.
   *
   * @param vectors the values of the file's columns, by their index
   * @param capacity the most records
   */
  KeptBatch(List<Column> kept, ColumnVector[] vectors, int capacity) {
    this.vectors =
        kept.stream().map(column -> vectors[column.index()]).toArray(ColumnVector[]::new);
    this.texts = new String[kept.size()][capacity];
  }

  /**
   * Reads the texts of the records from {@code from} on; a record with a broken field is broken.
   */
  void read(int from, FeatureBatch batch) {
    for (int i = 0; i < batch.size(); i++) {
      if (batch.isTaken(i)) {
        try {
          read(from + i, i);
        } catch (BadFieldException e) {
          batch.reject(i, e);
        }
      }
    }
  }

  private void read(int record, int place) {
    for (int c = 0; c < vectors.length; c++) {
      texts[c][place] = vectors[c].isNull(record) ? null : vectors[c].text(record);
    }
  }

  /** Adds the texts of the records taken to a buffer, which has got these records. */
  void addTo(ExamplesBuffer buffer, FeatureBatch batch) {
    for (int c = 0; c < texts.length; c++) {
      for (int i = 0; i < batch.size(); i++) {
        if (batch.isTaken(i)) {
          buffer.keep(c, texts[c][i]);
        }
      }
    }
  }
}
