package trainer.data.format.avro;

import org.apache.avro.Schema;
import trainer.avro.container.ContainerHeader;
import trainer.core.feature.encode.TableEncoding;
import trainer.core.input.BadRecords;
import trainer.core.input.Block;
import trainer.core.input.BlockContent;
import trainer.core.input.LabelRule;
import trainer.data.file.PinnedFile;
import trainer.data.format.BlockDecoder;
import trainer.data.format.BlockSink;
import trainer.data.format.Evidence;
import trainer.data.format.ExamplesBuffer;
import trainer.data.format.FileStart;
import trainer.data.format.FormatSettings;
import trainer.data.format.Head;
import trainer.data.format.InputFormat;
import trainer.data.format.TableSample;
import trainer.data.format.TableUse;

/**
 * The format of Avro container files, of rows of keys and values or as tables ({@link
 * TableSchema#describes}).
 *
 * <p>A block is a run of whole container blocks by offset and length. Its first {@code skip}
 * records are skipped and the next {@code records} are taken. Without {@code trainer.block.records}
 * it is one container block.
 */
public final class AvroFormat implements InputFormat {
  /** The size above which a container block is not decoded before the start. */
  private static final long HEAD_BYTES = 1 << 20;

  private static final byte[] MAGIC = ContainerHeader.magic();

  @Override
  public String name() {
    return "avro";
  }

  @Override
  public String title() {
    return "Avro";
  }

  @Override
  public Evidence sniff(FileStart start, FormatSettings settings) {
    if (start.agreesWith(MAGIC)) {
      return Evidence.MAGIC;
    }
    return start.isNamed(".avro") ? Evidence.NAME : Evidence.NONE;
  }

  @Override
  public void requireFit(FileStart start) {
    if (!start.agreesWith(MAGIC)) {
      throw start.rejected("not an Avro container file");
    }
  }

  @Override
  public Head check(PinnedFile file, FormatSettings settings, LabelRule labels) {
    InputContainer container = InputContainer.open(file);
    BlockDecoder decoder = decoder(container, settings, labels, TableEncoding.unscaled());
    FirstBlock first = new FirstBlock();
    BadRecords broken = ContainerWalk.head(container, first, () -> !first.isFound);
    if (broken.count() > 0) {
      return new Head(0, false, broken);
    }
    if (first.block == null) {
      return container.header().length() == file.length() ? Head.EMPTY : Head.UNREAD;
    }
    if (first.block.length() > HEAD_BYTES) {
      return Head.UNREAD;
    }
    BlockContent content = decoder.decode(first.block);
    boolean whole = first.block.offset() + first.block.length() == file.length();
    return new Head(content.examples().records(), whole, content.bad());
  }

  /** Holds the first container block. */
  private static final class FirstBlock implements ContainerWalk.Visitor {
    private boolean isFound;
    private Block block;

    @Override
    public void container(long offset, long length, long records) {
      isFound = true;
      block = records == 0 ? null : new Block(0, offset, length, records, 0);
    }
  }

  /** A decoder; throws a specific failure if this file could not be decoded. */
  private static BlockDecoder decoder(
      InputContainer container, FormatSettings settings, LabelRule labels, TableEncoding encoding) {
    Schema schema = container.record();
    ExamplesBuffer buffer = new ExamplesBuffer(settings.sampler(container.file()));
    String path = container.path();
    TableUse use = settings.table();
    RecordDecoder rows;
    if (TableSchema.describes(schema, settings.job())) {
      TableSchema table = TableSchema.of(schema, path);
      rows = new TableRecordDecoder(table, use, labels, encoding, buffer);
    } else {
      use.requireNothingKept(path);
      RowSchema keyed = RowSchema.of(schema, path, use.isLabelRequired());
      rows = new KeyedRecordDecoder(keyed, labels, buffer);
    }
    return new AvroDecoder(container, settings.maxRecordBytes(), rows, buffer);
  }

  @Override
  public void cut(PinnedFile file, FormatSettings settings, BlockSink blocks) {
    InputContainer container = InputContainer.open(file);
    decoder(container, settings, LabelRule.ANY, TableEncoding.unscaled());
    if (settings.blockRecords() == 0) {
      ContainerWalk.over(
          container,
          (offset, length, records) -> {
            if (records > 0) {
              blocks.block(offset, length, records, 0);
            }
          },
          blocks::broken);
      return;
    }
    AvroRecordCutter cutter = new AvroRecordCutter(settings.blockRecords(), blocks);
    ContainerWalk.over(container, cutter, blocks::broken);
    cutter.end();
  }

  @Override
  public void sample(PinnedFile file, FormatSettings settings, TableSample sample) {
    InputContainer container = InputContainer.open(file);
    if (TableSchema.describes(container.record(), settings.job())) {
      TableSampler.add(container, settings, sample);
    }
  }

  @Override
  public BlockDecoder open(
      PinnedFile file, FormatSettings settings, LabelRule labels, TableEncoding encoding) {
    return decoder(InputContainer.open(file), settings, labels, encoding);
  }
}
