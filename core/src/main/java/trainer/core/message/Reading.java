package trainer.core.message;

/**
 * The input that a worker's process has read for training so far.
 *
 * @param units units decoded: row groups, stripes, compressed files; a block of other formats
 * @param blocks blocks decoded
 * @param localBytes bytes read from disks of the worker's host
 * @param remoteBytes bytes read over the network
 */
public record Reading(long units, long blocks, long localBytes, long remoteBytes) {
  public static final Reading NOTHING = new Reading(0, 0, 0, 0);

  /** The input read since {@code before}. */
  public Reading since(Reading before) {
    return new Reading(
        units - before.units,
        blocks - before.blocks,
        localBytes - before.localBytes,
        remoteBytes - before.remoteBytes);
  }

  public Reading plus(Reading other) {
    return new Reading(
        units + other.units,
        blocks + other.blocks,
        localBytes + other.localBytes,
        remoteBytes + other.remoteBytes);
  }
}
