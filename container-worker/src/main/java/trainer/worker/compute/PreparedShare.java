package trainer.worker.compute;

import java.util.List;
import trainer.learning.block.DecodedBlock;
import trainer.worker.share.Layout;

/**
 * The blocks of a piece of work, ready to be computed.
 *
 * @param blocks in the order of the work
 * @param layout the sorted union of their keys, and where the numbers of each stand
 * @param offsets {@code [block][table][local row]}: where the row's numbers begin in the layout
 */
public record PreparedShare(List<DecodedBlock> blocks, Layout layout, int[][][] offsets) {
  public PreparedShare {
    blocks = List.copyOf(blocks);
  }
}
