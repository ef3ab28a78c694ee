package trainer.data.format.unit;

/** A run of rows that a file stores together. No two of a file begin at the same byte. */
public interface RowUnit {
  /** Its first byte in the file. */
  long offset();

  /** Its bytes. */
  long length();

  /** The number of its rows, above 0. */
  int rows();
}
