package trainer.core.input;

/**
 * One input file as it was when the job was cut. A file that differs later fails its tasks.
 *
 * @param path the fully qualified path (a URI)
 * @param length bytes
 * @param modified modification time, epoch milliseconds
 * @param split the records of it that are read
 */
public record InputFile(String path, long length, long modified, Split split) {
  /** A file of which all records are read. */
  public InputFile(String path, long length, long modified) {
    this(path, length, modified, Split.ALL);
  }

  /** The same file with other records of it. */
  public InputFile with(Split other) {
    return new InputFile(path, length, modified, other);
  }
}
