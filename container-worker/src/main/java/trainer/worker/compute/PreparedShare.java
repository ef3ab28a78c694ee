package trainer.worker.compute;

import java.util.List;
import trainer.learning.block.DecodedBlock;
import trainer.worker.share.Layout;

/**
 * The blocks of a piece of work, ready to be computed.
 *
 * @param blocks in the order of the work
 * @param layout the sorted union of their keys, and where the numbers of each stand
 * @param places {@code [block][table]}: where the numbers of its rows stand in the layout
 */
public record PreparedShare(List<DecodedBlock> blocks, Layout layout, RowPlaces[][] places) {
  public PreparedShare {
    blocks = List.copyOf(blocks);
  }
}
