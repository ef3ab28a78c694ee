package trainer.data.avro;

import trainer.core.input.LabelRule;
import trainer.data.block.BlockDecoder;
import trainer.data.block.BlockSink;
import trainer.data.block.Cutting;
import trainer.data.block.InputFormat;
import trainer.data.file.PinnedFile;

/**
 * Avro containers as blocks.
 *
 * <p>A block is a run of whole container blocks by offset and length, of which the first {@code
 * skip} records are left out and the next {@code records} taken. Without {@code
 * trainer.block.records} it is one container block.
 */
public final class AvroFormat implements InputFormat {
  private final Cutting cutting;

  public AvroFormat(Cutting cutting) {
    this.cutting = cutting;
  }

  @Override
  public void check(PinnedFile file) {
    header(file);
  }

  /** Fails with a message of its own if this file could not be decoded. */
  private ContainerHeader header(PinnedFile file) {
    ContainerHeader header = ContainerHeader.read(file);
    new RowDecoder(RowSchema.of(header.schema(), file.file().path()), LabelRule.ANY);
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
    RecordCutter cutter = new RecordCutter(cutting.blockRecords(), blocks);
    ContainerWalk.over(file, header, cutter, blocks::broken);
    cutter.end();
  }

  @Override
  public BlockDecoder decoder(PinnedFile file, LabelRule labels) {
    return new AvroDecoder(file, cutting.maxRecordBytes(), labels);
  }
}
