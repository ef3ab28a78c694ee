package trainer.data.format.avro;

import java.io.IOException;
import trainer.avro.container.GrowingBytes;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.input.Block;
import trainer.core.input.BlockContent;
import trainer.data.format.BlockDecoder;
import trainer.data.format.ExamplesBuffer;

/**
 * A decoder of the blocks of a container file.
 *
 * <p>The decoder keeps the container block that it decompressed last, with its read position.
 * Several small blocks of one container block thus cost no more than one large one.
 */
final class AvroDecoder implements BlockDecoder {
  private static final long NONE = -1;

  private final InputContainer container;
  private final BlockLoader blocks;
  private final RecordDecoder rows;
  private final ExamplesBuffer buffer;
  private final RowBytes in = new RowBytes();

  /** The offset of the container block in {@link #in}, or {@link #NONE}. */
  private long current = NONE;

  private long currentEnd;
  private int records;

  /**
   * @param rows decodes into {@code buffer}
   */
  AvroDecoder(InputContainer container, int mostBytes, RecordDecoder rows, ExamplesBuffer buffer) {
    this.container = container;
    this.rows = rows;
    this.buffer = buffer;
    this.blocks = new BlockLoader(container, mostBytes);
  }

  @Override
  public BlockContent decode(Block block) {
    buffer.clear();
    long offset = block.offset();
    int skip = block.skip();
    long wanted = block.records() < 0 ? Long.MAX_VALUE : block.records();
    while (buffer.seen() < wanted && offset < block.offset() + block.length()) {
      load(offset, skip);
      decodeCurrent(skip, wanted);
      offset = currentEnd;
      skip = 0;
    }
    if (block.records() >= 0 && buffer.seen() != block.records()) {
      throw blocks.corrupt(
          "a block of " + block.records() + " records has " + buffer.seen(), block.offset(), null);
    }
    return buffer.build();
  }

  private void load(long offset, int skip) {
    if (offset == current && skip >= in.records()) {
      return;
    }
    current = NONE;
    GrowingBytes payload = blocks.load(offset);
    in.set(payload.array(), payload.from(), payload.to());
    records = blocks.records();
    currentEnd = blocks.end();
    current = offset;
  }

  private void decodeCurrent(int skip, long wanted) {
    long offset = current;
    // A container block that failed must not be resumed.
    current = NONE;
    try {
      while (in.records() < records && in.records() < skip) {
        rows.skip(in);
      }
      int first = in.records();
      int count = (int) Math.min(records - first, wanted - buffer.seen());
      rows.decode(
          in, count, (record, what, advice) -> invalid(what, advice, offset, first + record));
      if (in.records() == records && in.position() != in.limit()) {
        throw new IOException(
            (in.limit() - in.position()) + " bytes are left behind the last record");
      }
    } catch (FailureException e) {
      throw e;
    } catch (RuntimeException | IOException e) {
      throw blocks.corrupt("record " + in.records() + " of " + records + ": " + text(e), offset, e);
    }
    current = offset;
  }

  private Failure invalid(String problem, String advice, long offset, int record) {
    return new Failure(
        FailureKind.DATA_INVALID,
        problem,
        container.path() + ", block at byte " + offset + ", record " + record,
        advice);
  }

  static String text(Exception e) {
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }
}
