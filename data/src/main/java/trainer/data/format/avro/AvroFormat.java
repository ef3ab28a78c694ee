package trainer.data.format.avro;

import trainer.core.input.BadRecords;
import trainer.core.input.Block;
import trainer.core.input.BlockContent;
import trainer.core.input.LabelRule;
import trainer.data.file.PinnedFile;
import trainer.data.format.BlockDecoder;
import trainer.data.format.BlockSink;
import trainer.data.format.FormatSettings;
import trainer.data.format.Head;
import trainer.data.format.InputFormat;

/**
 * The format of Avro container files.
 *
 * <p>A block is a run of whole container blocks by offset and length. Its first {@code skip}
 * records are skipped and the next {@code records} are taken. Without {@code trainer.block.records}
 * it is one container block.
 */
public final class AvroFormat implements InputFormat {
  /** The size above which a container block is not decoded before the start. */
  private static final long HEAD_BYTES = 1 << 20;

  private final FormatSettings cutting;

  public AvroFormat(FormatSettings cutting) {
    this.cutting = cutting;
  }

  @Override
  public String name() {
    return "Avro";
  }

  @Override
  public Head head(PinnedFile file, LabelRule labels) {
    ContainerHeader header = header(file);
    FirstBlock first = new FirstBlock();
    BadRecords broken = ContainerWalk.first(file, header, first);
    if (broken.count() > 0) {
      return new Head(0, false, broken);
    }
    if (first.block == null) {
      return header.length() == file.length() ? Head.EMPTY : Head.UNREAD;
    }
    if (first.block.length() > HEAD_BYTES) {
      return Head.UNREAD;
    }
    BlockContent content = decoder(file, labels).decode(first.block);
    boolean whole = first.block.offset() + first.block.length() == file.length();
    return new Head(content.examples().records(), whole, content.bad());
  }

  /** Holds the first container block. */
  private static final class FirstBlock implements ContainerWalk.Visitor {
    private Block block;

    @Override
    public void container(long offset, long length, long records) {
      block = records == 0 ? null : new Block(0, offset, length, records, 0);
    }
  }

  /** Reads the header; throws a specific failure if this file could not be decoded. */
  private ContainerHeader header(PinnedFile file) {
    ContainerHeader header = ContainerHeader.read(file);
    new RecordDecoder(RowSchema.of(header.schema(), file.file().path()), LabelRule.ANY);
    Codec.named(header.codec(), cutting.maxRecordBytes(), file.file().path());
    return header;
  }

  @Override
  public void cut(PinnedFile file, BlockSink blocks) {
    ContainerHeader header = header(file);
    if (cutting.blockRecords() == 0) {
      ContainerWalk.over(
          file,
          header,
          (offset, length, records) -> {
            if (records > 0) {
              blocks.block(offset, length, records, 0);
            }
          },
          blocks::broken);
      return;
    }
    AvroRecordCutter cutter = new AvroRecordCutter(cutting.blockRecords(), blocks);
    ContainerWalk.over(file, header, cutter, blocks::broken);
    cutter.end();
  }

  @Override
  public BlockDecoder decoder(PinnedFile file, LabelRule labels) {
    return new AvroDecoder(file, cutting.maxRecordBytes(), labels);
  }
}
