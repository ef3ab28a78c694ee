package trainer.data.read;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.feature.encode.TableEncoding;
import trainer.core.input.BadRecords;
import trainer.core.input.Block;
import trainer.core.input.BlockContent;
import trainer.core.input.InputFile;
import trainer.core.input.LabelRule;
import trainer.core.input.Split;
import trainer.data.file.StorageFailures;
import trainer.data.format.FormatChoice;

/**
 * A decoder of blocks of any file. Used by one thread at a time; keeps a few files open until
 * {@link #close}.
 */
public final class BlockReader implements AutoCloseable {
  private static final int MOST_OPEN = 8;

  private final Configuration hadoop;
  private final FormatChoice formats;
  private final LabelRule labels;
  private final Supplier<TableEncoding> encoding;

  /** Open files by use, the least recently used first. */
  private final Map<InputFile, OpenFile> open = new LinkedHashMap<>(16, 0.75f, true);

  /**
   * A reader of blocks that were cut under the same settings.
   *
   * @param labels records with other labels are broken
   * @param encoding the use of the rows of tables; asked when a file is opened
   */
  public BlockReader(
      Configuration hadoop, Settings settings, LabelRule labels, Supplier<TableEncoding> encoding) {
    this.hadoop = hadoop;
    this.formats = new FormatChoice(hadoop, settings);
    this.labels = labels;
    this.encoding = encoding;
  }

  /**
   * The records of one block without the broken ones. A DATA_INVALID record is left out by itself.
   * INPUT_CORRUPT leaves out the whole block. The arrays belong to the caller.
   *
   * @throws FailureException INPUT_CHANGED or INPUT_GONE if the file has changed since it was
   *     indexed; RECORD_TOO_LARGE; INPUT_CORRUPT if the number of lost records is unknown;
   *     ACCESS_DENIED, STORAGE_FAILED if it cannot be read
   */
  public BlockContent read(InputFile file, Block block) {
    AtomicReference<BlockContent> content = new AtomicReference<>();
    read(file, block, (one, records) -> content.set(records), OpenFile::decode);
    return content.get();
  }

  /**
   * As {@link #read(InputFile, Block)}, with all other blocks of its unit where the format decodes
   * units as a whole.
   *
   * @param blocks receives each block with its records, without the broken ones
   */
  public void readUnit(InputFile file, Block block, BiConsumer<Block, BlockContent> blocks) {
    read(file, block, blocks, OpenFile::decodeUnit);
  }

  /** A way to decode a block of an open file. */
  private interface Decoding {
    void decode(OpenFile file, Block block, BiConsumer<Block, BlockContent> blocks);
  }

  private void read(
      InputFile file, Block block, BiConsumer<Block, BlockContent> blocks, Decoding decoding) {
    AtomicBoolean isGiven = new AtomicBoolean();
    try {
      decoding.decode(
          openFile(file),
          block,
          (one, content) -> {
            isGiven.compareAndSet(false, one.equals(block));
            blocks.accept(one, content);
          });
    } catch (RuntimeException e) {
      // A stream that failed may be broken: the next block opens the file again.
      OpenFile failed = open.remove(file);
      if (failed != null) {
        failed.close();
      }
      FailureException why =
          StorageFailures.of(
              e, file.path() + ", block at byte " + block.offset(), FailureKind.INPUT_GONE);
      boolean isCorrupt = why.failure().kind() == FailureKind.INPUT_CORRUPT;
      if (isCorrupt && isGiven.get()) {
        return; // a later block of the unit is; it is the failure of its own reading
      }
      if (!isCorrupt || block.records() <= 0) {
        throw why;
      }
      // lost records count where they are trained on
      BadRecords lost =
          file.split() == Split.HELD_OUT
              ? BadRecords.NONE
              : new BadRecords(block.records(), why.failure());
      blocks.accept(block, BlockContent.unreadable(lost));
    }
  }

  private OpenFile openFile(InputFile file) {
    OpenFile known = open.get(file);
    if (known != null) {
      known.verifyNowAndThen();
      return known;
    }
    if (open.size() >= MOST_OPEN) {
      InputFile eldest = open.keySet().iterator().next();
      open.remove(eldest).close();
    }
    OpenFile fresh = OpenFile.open(hadoop, file, formats, labels, encoding.get());
    open.put(file, fresh);
    return fresh;
  }

  @Override
  public void close() {
    open.values().forEach(OpenFile::close);
    open.clear();
  }
}
