package trainer.core.message;

/** The bytes that a worker's process has exchanged and the input that it has read so far. */
public record WorkerTotals(Moved moved, Reading reading) {
  public static final WorkerTotals NOTHING = new WorkerTotals(Moved.NOTHING, Reading.NOTHING);

  /** The growth since {@code before}. */
  public WorkerTotals since(WorkerTotals before) {
    return new WorkerTotals(moved.since(before.moved), reading.since(before.reading));
  }

  public WorkerTotals plus(WorkerTotals other) {
    return new WorkerTotals(moved.plus(other.moved), reading.plus(other.reading));
  }
}
