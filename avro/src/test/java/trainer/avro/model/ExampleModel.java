package trainer.avro.model;

import java.util.List;
import trainer.avro.model.MemoryFolder.Row;
import trainer.core.table.Initializer;
import trainer.core.table.TableSpec;

/** A small model with two tables of different width. */
final class ExampleModel {
  static final TableSpec WEIGHTS = new TableSpec("weights", 1, Initializer.ZERO, true, 20);
  static final TableSpec FACTORS = new TableSpec("factors", 3, Initializer.ZERO, false, 24);

  /** Numbered against the order of names. */
  static final List<TableSpec> TABLES = List.of(WEIGHTS, FACTORS);

  /** In canonical order; keys from 2^63 on come last. */
  static final List<Row> ROWS =
      List.of(
          new Row("factors", 0, 1f, 2f, 3f),
          new Row("factors", 5, 0f, -0f, 0.5f),
          new Row("factors", -1, -1f, Float.MIN_VALUE, Float.MAX_VALUE),
          new Row("weights", 1, 0.25f),
          new Row("weights", 2, -0.75f),
          new Row("weights", 1L << 40, 1e-20f),
          new Row("weights", Long.MAX_VALUE, 3.5f),
          new Row("weights", Long.MIN_VALUE, -3.5f),
          new Row("weights", -2, Float.NaN));

  private ExampleModel() {}
}
