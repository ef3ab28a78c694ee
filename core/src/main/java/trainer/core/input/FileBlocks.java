package trainer.core.input;

import java.util.List;

/** Blocks of one file, ascending by number: the form in which work is assigned to a worker. */
public record FileBlocks(InputFile file, List<Block> blocks) {
  public FileBlocks {
    blocks = List.copyOf(blocks);
  }
}
