package trainer.data.format.table;

import java.util.function.BiFunction;
import trainer.core.failure.Failure;
import trainer.core.feature.BrokenNumberException;
import trainer.core.feature.encode.ColumnVector;
import trainer.core.feature.encode.FeatureSink;
import trainer.core.feature.encode.RowEncoder;
import trainer.core.feature.encode.TableEncoding;
import trainer.core.input.LabelRule;
import trainer.data.format.ExamplesBuffer;
import trainer.data.format.TableUse;

/** Builds examples from the records of a table's columns. Confined to one thread. */
public final class ExampleBuilder {
  private final ColumnVector[] vectors;
  private final LabelColumn label;
  private final WeightColumn weight;
  private final RowEncoder encoder;
  private final ExamplesBuffer buffer;

  /** Kept, so that no record makes it anew. */
  private final FeatureSink features;

  /**
   * A builder for the records of one file.
   *
   * @param vectors the values of the file's columns, by their index; null for unused ones
   * @param labels records with other labels are broken
   * @param buffer receives the examples
   */
  public ExampleBuilder(
      FileColumns columns,
      ColumnVector[] vectors,
      TableUse use,
      LabelRule labels,
      TableEncoding encoding,
      ExamplesBuffer buffer) {
    this.vectors = vectors;
    this.label = new LabelColumn(columns.label(), vectors[columns.label().index()], use, labels);
    this.weight =
        columns
            .weight()
            .map(column -> new WeightColumn(column, vectors[column.index()]))
            .orElse(null);
    this.encoder = encoding.encoder(columns.features(), use.keys());
    this.buffer = buffer;
    this.features =
        (key, value) -> {
          buffer.key(key);
          buffer.value(value);
        };
  }

  /**
   * Adds a record's example, or rejects a broken record.
   *
   * @param invalid makes the failure of a problem and its remedy; it knows the record's place
   */
  public void add(int record, BiFunction<String, String, Failure> invalid) {
    try {
      float value = label.read(record);
      if (weight != null) {
        buffer.weight(weight.read(record));
      }
      encoder.encode(vectors, record, features);
      buffer.end(value);
    } catch (BadFieldException e) {
      buffer.reject(() -> invalid.apply(e.getMessage(), e.advice()));
    } catch (BrokenNumberException e) {
      String advice = "correct the field, or use the column as a category";
      buffer.reject(() -> invalid.apply(e.getMessage(), advice));
    }
  }
}
