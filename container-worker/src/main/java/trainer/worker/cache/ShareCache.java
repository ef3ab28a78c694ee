package trainer.worker.cache;

import java.util.ArrayList;
import java.util.List;
import trainer.learning.block.DecodedBlock;
import trainer.learning.spi.Pass;
import trainer.worker.compute.PreparedShare;
import trainer.worker.compute.RowPlaces;
import trainer.worker.routing.KeyListLayout;

/**
 * A cache of prepared shares without their blocks, up to a budget of bytes: the union of the
 * blocks' keys, and the positions of the rows. A share of the same blocks recurs in every epoch, as
 * long as mini-batches are divided in the same way. {@link Retention} selects the shares to keep.
 *
 * <p>Thread-safe: the lock is never held while calling out.
 */
public final class ShareCache {
  private static final long BYTES_OF_A_SHARE = 1024;

  private final Retention<Key, Known> shares;
  private final int copies;
  private long lastNumber;

  /** The identity of a share. */
  private record Key(Pass pass, List<BlockSpill.Key> blocks) {}

  private record Known(long number, KeyListLayout layout, RowPlaces[][] places) {}

  /**
   * @param budget bytes
   * @param copies the number of pservers that a key is pushed to
   */
  public ShareCache(long budget, int copies) {
    this.shares = new Retention<>(budget);
    this.copies = copies;
  }

  /** The share of these blocks, if it is known, or null. */
  synchronized PreparedShare find(Pass pass, List<BlockSpill.Key> keys, List<DecodedBlock> blocks) {
    Known known = shares.get(new Key(pass, keys));
    return known == null
        ? null
        : new PreparedShare(known.number, blocks, known.layout, known.places);
  }

  /**
   * Keeps a share, under a number, if there is room.
   *
   * @param retired gets the numbers of shares that are evicted
   * @return the share, with its number if it is kept
   */
  synchronized PreparedShare keep(
      Pass pass, List<BlockSpill.Key> keys, PreparedShare share, List<Long> retired) {
    long number = ++lastNumber;
    Known known = new Known(number, share.layout(), share.places());
    List<Known> removed = new ArrayList<>(shares.keep(new Key(pass, keys), known, bytes(share)));
    if (removed.remove(known)) {
      return share;
    }
    removed.forEach(one -> retired.add(one.number));
    return new PreparedShare(number, share.blocks(), share.layout(), share.places());
  }

  private long bytes(PreparedShare share) {
    long bytes = BYTES_OF_A_SHARE;
    bytes += (long) Long.BYTES * share.layout().keys().keys().length; // it may outlive its blocks
    bytes += (long) copies * Character.BYTES * share.layout().size(); // of equal sums
    for (RowPlaces[] ofBlock : share.places()) {
      for (RowPlaces of : ofBlock) {
        bytes += of.starts() == null ? 0 : 4L * of.starts().length;
      }
    }
    return bytes;
  }
}
