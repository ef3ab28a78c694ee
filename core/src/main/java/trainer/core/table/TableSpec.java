package trainer.core.table;

/**
 * One table of a model, as data. The client writes it into the job, so that no other process has to
 * load the model's class for it.
 *
 * @param name unique in the model, {@code [a-z][a-z0-9-]*}
 * @param width float32 values a row
 * @param initializer the contents of a row before its first update
 * @param regularized whether the optimizer's L1 and L2 apply (an intercept's does not)
 * @param fractionBits gradients are rounded to multiples of 2^-fractionBits before they are summed
 * @param update how the sum of a row's gradients is applied
 * @param rows 0 for a sparse table, which has any 64-bit key, and a row from the key's first touch
 *     on; else the table is dense: its keys are 0 to {@code rows} − 1, all rows are there from the
 *     start, and a block of examples that names one of them names them all
 */
public record TableSpec(
    String name,
    int width,
    Initializer initializer,
    boolean regularized,
    int fractionBits,
    Update update,
    int rows) {
  /** The widest rows a model may have. */
  public static final int MAX_WIDTH = 1 << 16;

  /** With the state of any optimizer beside its weights, a stored row is not wider. */
  private static final int MAX_STORED = 8 * MAX_WIDTH;

  /** How the sum of a row's gradients over a mini-batch is applied. */
  public enum Update {
    /** The job's optimizer steps by it. */
    OPTIMIZER,
    /** The sum is added to the row: the table counts. */
    SUM
  }

  /** A sparse table that is trained by the job's optimizer. */
  public TableSpec(
      String name, int width, Initializer initializer, boolean regularized, int fractionBits) {
    this(name, width, initializer, regularized, fractionBits, Update.OPTIMIZER);
  }

  /** A sparse table. */
  public TableSpec(
      String name,
      int width,
      Initializer initializer,
      boolean regularized,
      int fractionBits,
      Update update) {
    this(name, width, initializer, regularized, fractionBits, update, 0);
  }

  public TableSpec {
    if (!name.matches("[a-z][a-z0-9-]*")) {
      throw new IllegalArgumentException("not a table name: '" + name + "'");
    }
    if (width < 1 || width > MAX_STORED) {
      throw new IllegalArgumentException("table " + name + ": width " + width);
    }
    if (fractionBits < 0 || fractionBits > 40) {
      throw new IllegalArgumentException("table " + name + ": fractionBits " + fractionBits);
    }
    if (rows < 0) {
      throw new IllegalArgumentException("table " + name + ": " + rows + " rows");
    }
  }

  /**
   * The same table, dense.
   *
   * @param count how many rows it has, at least 1
   */
  public TableSpec dense(int count) {
    if (count < 1) {
      throw new IllegalArgumentException("table " + name + ": dense, with " + count + " rows");
    }
    return new TableSpec(name, width, initializer, regularized, fractionBits, update, count);
  }

  /** The same table, sparse: its rows mean the same. */
  public TableSpec sparse() {
    return new TableSpec(name, width, initializer, regularized, fractionBits, update);
  }

  /** The same table, its initial values drawn for a job of this seed. */
  public TableSpec seeded(long jobSeed) {
    Initializer drawn = initializer.seeded(jobSeed, name);
    return new TableSpec(name, width, drawn, regularized, fractionBits, update, rows);
  }

  /** Whether rows of the other table fit into this one; their initial values may differ. */
  public boolean isLike(TableSpec other) {
    return name.equals(other.name) && width == other.width && rows == other.rows;
  }

  public boolean isDense() {
    return rows > 0;
  }

  /** Values of a dense table in all, 0 of a sparse one. */
  public long denseValues() {
    return (long) rows * width;
  }
}
