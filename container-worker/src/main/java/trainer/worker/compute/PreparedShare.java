package trainer.worker.compute;

import java.util.List;
import trainer.learning.block.DecodedBlock;
import trainer.worker.routing.KeyListLayout;

/**
 * The blocks of a work item, ready to be computed.
 *
 * @param number the number of the layout until it is retired, or 0
 * @param blocks in the order of the work
 * @param layout the sorted union of their keys, and the positions of their numbers
 * @param places {@code [block][table]}: the positions of its rows' numbers in the layout
 */
public record PreparedShare(
    long number, List<DecodedBlock> blocks, KeyListLayout layout, RowPlaces[][] places) {
  /** A share that is not kept. */
  public PreparedShare(List<DecodedBlock> blocks, KeyListLayout layout, RowPlaces[][] places) {
    this(0, blocks, layout, places);
  }

  public PreparedShare {
    blocks = List.copyOf(blocks);
  }
}
