package trainer.it.simulation.scenario;

/**
 * A model as the workers of a pool serve it.
 *
 * @param memoryMb of a worker
 * @param expected rows a second of a thread as the client expects them; 0 if it expects nothing
 * @param rowMicros the time of a row on a thread
 * @param loadMillis the longest time of loading
 * @param loadFailures one in so many loads fails; 0 for none
 * @param arrivesAtMillis when the client asks for the job
 * @param changesAtMillis when its speed changes; 0 for never
 * @param change the factor of {@code rowMicros} after that
 */
public record SimModel(
    int memoryMb,
    int expected,
    int rowMicros,
    int loadMillis,
    int loadFailures,
    int arrivesAtMillis,
    int changesAtMillis,
    double change) {

  /** The time of a row at this time of the history. */
  public double rowMicros(long nanos) {
    boolean hasChanged = changesAtMillis > 0 && nanos >= changesAtMillis * 1_000_000L;
    return rowMicros * (hasChanged ? change : 1);
  }
}
