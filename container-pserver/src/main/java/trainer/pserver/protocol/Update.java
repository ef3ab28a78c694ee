package trainer.pserver.protocol;

/**
 * The header of gradients that are applied on arrival ({@code trainer.sync=async}), which are not a
 * share.
 *
 * @param version the version to which it belongs
 * @param worker the incarnation of the worker that computed it
 * @param sequence its number among this worker's updates, from 0; the same when it is sent again
 * @param records records that the sums are over
 */
public record Update(long line, long version, long worker, int sequence, long records)
    implements Gradients {
  public Update {
    if (sequence < 0 || records < 0) {
      throw new IllegalArgumentException("update " + sequence + " of " + records + " records");
    }
  }

  @Override
  public int number() {
    return sequence;
  }
}
