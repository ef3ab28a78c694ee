package trainer.pserver.protocol;

/**
 * The header of gradients that are applied on arrival ({@code trainer.sync=async}): a push that is
 * no share of anything.
 *
 * @param version the version it is a part of
 * @param worker the incarnation of who computed it
 * @param sequence its number among this worker's updates, from 0; the same however often it is sent
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
