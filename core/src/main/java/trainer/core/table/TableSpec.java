package trainer.core.table;

/**
 * One table of a model, as data: what the client writes into the job so that no other process has
 * to load the model's class to know it.
 *
 * @param name unique in the model, {@code [a-z][a-z0-9-]*}
 * @param width float32 values a row
 * @param initializer what a row holds before its first update
 * @param regularized whether the optimizer's L1 and L2 apply (an intercept's does not)
 * @param fractionBits gradients are rounded to multiples of 2^-fractionBits before they are summed
 * @param update what is done with the sum of a row's gradients
 */
public record TableSpec(
    String name,
    int width,
    Initializer initializer,
    boolean regularized,
    int fractionBits,
    Update update) {
  /** What is done with the sum of a row's gradients over a mini-batch. */
  public enum Update {
    /** The job's optimizer steps by it. */
    OPTIMIZER,
    /** It is added to the row as it is: the table counts. */
    SUM
  }

  /** A table that is trained by the job's optimizer. */
  public TableSpec(
      String name, int width, Initializer initializer, boolean regularized, int fractionBits) {
    this(name, width, initializer, regularized, fractionBits, Update.OPTIMIZER);
  }

  public TableSpec {
    if (!name.matches("[a-z][a-z0-9-]*")) {
      throw new IllegalArgumentException("not a table name: '" + name + "'");
    }
    if (width < 1 || width > 1 << 16) {
      throw new IllegalArgumentException("table " + name + ": width " + width);
    }
    if (fractionBits < 0 || fractionBits > 40) {
      throw new IllegalArgumentException("table " + name + ": fractionBits " + fractionBits);
    }
  }
}
