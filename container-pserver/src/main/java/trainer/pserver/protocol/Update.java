package trainer.pserver.protocol;

/**
 * The header of gradients that are applied on arrival ({@code trainer.sync=async}), which are not a
 * share.
 *
 * @param version the version to which it belongs
 * @param worker the incarnation of the worker that computed it
 * @param sequence its number among this worker's updates, from 0; the same when it is sent again
 * @param weight the sum of the weights of the records that the sums are over
 */
public record Update(long line, long version, long worker, int sequence, double weight)
    implements Gradients {
  public Update {
    if (sequence < 0 || !(weight >= 0)) {
      throw new IllegalArgumentException("update " + sequence + " of weight " + weight);
    }
  }

  @Override
  public int number() {
    return sequence;
  }
}
