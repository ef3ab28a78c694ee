package trainer.worker.run;

import java.util.function.BiConsumer;
import trainer.core.input.Block;
import trainer.core.input.BlockContent;
import trainer.core.input.InputFile;
import trainer.data.read.BlockReader;
import trainer.worker.cache.BlockSource;

/** Blocks from files. */
record FileBlockSource(BlockReader reader) implements BlockSource {
  @Override
  public void read(InputFile file, Block block, BiConsumer<Block, BlockContent> blocks) {
    reader.readUnit(file, block, blocks);
  }

  @Override
  public void close() {
    reader.close();
  }
}
