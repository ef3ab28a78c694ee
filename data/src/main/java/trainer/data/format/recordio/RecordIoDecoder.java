package trainer.data.format.recordio;

import java.util.function.BiConsumer;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.input.Block;
import trainer.core.input.BlockContent;
import trainer.data.format.BlockDecoder;
import trainer.data.format.ExamplesBuffer;
import trainer.data.format.payload.PayloadDecoder;

/**
 * A decoder of blocks: runs of the records of a chunk.
 *
 * <p>The decoder keeps the chunk that it loaded last, with its position. Blocks in order thus cost
 * no more than the chunk as a whole. For a block before that position it begins anew.
 */
final class RecordIoDecoder implements BlockDecoder {
  private final ChunkLoader chunks;
  private final int blockRecords;
  private final PayloadDecoder records;
  private final ExamplesBuffer buffer;

  /**
   * @param blockRecords the records of a block; 0 for those of a chunk
   * @param records decodes into {@code buffer}
   */
  RecordIoDecoder(
      ChunkLoader chunks, int blockRecords, PayloadDecoder records, ExamplesBuffer buffer) {
    this.chunks = chunks;
    this.blockRecords = blockRecords;
    this.records = records;
    this.buffer = buffer;
  }

  @Override
  public BlockContent decode(Block block) {
    ChunkHeader chunk = chunkOf(block);
    if (!chunks.isBefore(block.offset(), block.skip())) {
      chunks.load(chunk);
    }
    while (chunks.read() < block.skip()) {
      chunks.next();
    }
    buffer.clear();
    for (long left = block.records(); left > 0; left--) {
      chunks.next();
      records.decode(chunks.bytes(), chunks.from(), chunks.to(), this::invalid);
    }
    return buffer.build();
  }

  @Override
  public void decodeUnit(Block block, BiConsumer<Block, BlockContent> blocks) {
    ChunkHeader chunk = chunkOf(block);
    chunk.blocks(blockRecords).forEach(block, one -> blocks.accept(one, decode(one)));
  }

  private ChunkHeader chunkOf(Block block) {
    ChunkHeader chunk = chunks.header(block.offset());
    if (chunk.length() != block.length() || block.skip() + block.records() > chunk.records()) {
      throw new FailureException(
          FailureKind.INPUT_CHANGED,
          "there is no chunk of " + (block.skip() + block.records()) + " records now",
          chunks.where(chunk),
          "start a new job");
    }
    return chunk;
  }

  private Failure invalid(String what, String advice) {
    return new Failure(FailureKind.DATA_INVALID, what, chunks.where(), advice);
  }
}
