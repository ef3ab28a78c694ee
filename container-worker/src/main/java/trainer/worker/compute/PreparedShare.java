package trainer.worker.compute;

import java.util.List;
import trainer.learning.block.DecodedBlock;
import trainer.worker.routing.KeyListLayout;

/**
 * The blocks of a piece of work, ready to be computed.
 *
 * @param number stands for the layout until that is not kept any more, or 0
 * @param blocks in the order of the work
 * @param layout the sorted union of their keys, and where the numbers of each stand
 * @param places {@code [block][table]}: where the numbers of its rows stand in the layout
 */
public record PreparedShare(
    long number, List<DecodedBlock> blocks, KeyListLayout layout, RowPlaces[][] places) {
  /** One that is not kept. */
  public PreparedShare(List<DecodedBlock> blocks, KeyListLayout layout, RowPlaces[][] places) {
    this(0, blocks, layout, places);
  }

  public PreparedShare {
    blocks = List.copyOf(blocks);
  }
}
