package trainer.data.format;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.input.BadRecords;
import trainer.core.input.Block;
import trainer.core.input.BlockContent;
import trainer.data.file.PinnedFile;

/**
 * The blocks of a file of text that is compressed as a whole. The file is one unit: its blocks have
 * its offset and length, and a number of records each. They are cut and decoded in a decompressed
 * copy. Confined to one thread.
 */
final class CompressedText implements BlockDecoder {
  private final PinnedFile copy;
  private final BlockDecoder decoder;

  /** The blocks of the copy. */
  private final List<Block> blocks;

  /** The number of records before each block. */
  private final int[] skips;

  /**
   * @param copy the decompressed file
   * @param decoder of the copy
   * @param blocks of the copy
   */
  CompressedText(PinnedFile copy, BlockDecoder decoder, List<Block> blocks) {
    this.copy = copy;
    this.decoder = decoder;
    this.blocks = blocks;
    this.skips = skips(blocks);
  }

  private static int[] skips(List<Block> blocks) {
    int[] skips = new int[blocks.size()];
    for (int i = 1; i < skips.length; i++) {
      skips[i] = Math.toIntExact(skips[i - 1] + blocks.get(i - 1).records());
    }
    return skips;
  }

  /** The settings by which a copy is cut: its blocks have a known number of records. */
  static FormatSettings settings(FormatSettings job) {
    return job.withBlockRecords(job.recordsOfUnitBlock());
  }

  /** The blocks of a copy. */
  static List<Block> cut(InputFormat format, PinnedFile copy, FormatSettings settings) {
    List<Block> blocks = new ArrayList<>();
    format.cut(
        copy,
        settings,
        new BlockSink() {
          /** The compressed file is the unit of all. */
          @Override
          public void unit() {}

          @Override
          public void block(long offset, long length, long records, int skip) {
            blocks.add(new Block(blocks.size(), offset, length, records, skip));
          }

          @Override
          public void broken(BadRecords bad) {
            // the blocks of the copy could not be numbered without it
            throw bad.first().toException();
          }
        });
    return blocks;
  }

  /** Reports the blocks of a file whose copy has these. */
  static void report(PinnedFile file, List<Block> ofCopy, BlockSink sink) {
    sink.unit();
    int[] skips = skips(ofCopy);
    for (int i = 0; i < skips.length; i++) {
      sink.block(0, file.length(), ofCopy.get(i).records(), skips[i]);
    }
  }

  @Override
  public BlockContent decode(Block block) {
    return decoder.decode(blocks.get(place(block)));
  }

  @Override
  public void decodeUnit(Block block, BiConsumer<Block, BlockContent> sink) {
    int first = block.number() - place(block);
    for (int i = 0; i < blocks.size(); i++) {
      Block one =
          new Block(first + i, block.offset(), block.length(), blocks.get(i).records(), skips[i]);
      sink.accept(one, decoder.decode(blocks.get(i)));
    }
  }

  private int place(Block block) {
    int place = Arrays.binarySearch(skips, block.skip());
    if (place < 0 || blocks.get(place).records() != block.records()) {
      throw new FailureException(
          FailureKind.INPUT_CHANGED,
          "no block begins at record " + block.skip(),
          copy.file().path(),
          "start a new job");
    }
    return place;
  }

  @Override
  public void close() throws IOException {
    copy.close();
  }
}
