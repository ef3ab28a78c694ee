package trainer.data.format.recordio;

import trainer.core.config.Keys;
import trainer.core.feature.encode.TableEncoding;
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
import trainer.data.format.payload.Payload;
import trainer.data.format.payload.PayloadSampler;
import trainer.data.format.record.PayloadChoice;

/**
 * The format of PaddlePaddle's RecordIO files. {@link PayloadChoice} has the meaning of their
 * records.
 *
 * <p>A block is a chunk by offset and length. With {@code trainer.block.records} a chunk of more
 * records is a unit: each of its blocks skips the records before it.
 */
public final class RecordIoFormat implements InputFormat {
  /** The size above which a chunk is not decoded before the start. */
  private static final int HEAD_BYTES = 1 << 20;

  private static final byte[] MAGIC = ChunkHeader.magic();

  @Override
  public String name() {
    return "recordio";
  }

  @Override
  public String title() {
    return "RecordIO";
  }

  @Override
  public Evidence sniff(FileStart start, FormatSettings settings) {
    if (start.startsWith(MAGIC)) {
      return Evidence.MAGIC;
    }
    return start.isNamed(".recordio") ? Evidence.NAME : Evidence.NONE;
  }

  @Override
  public void requireFit(FileStart start) {
    if (!start.isEmpty() && !start.agreesWith(MAGIC)) {
      throw start.rejected("not a RecordIO file");
    }
  }

  @Override
  public Head check(PinnedFile file, FormatSettings settings, LabelRule labels) {
    BlockDecoder decoder = open(file, settings, labels, TableEncoding.unscaled());
    ChunkWalk walk = new ChunkWalk(file, settings.maxRecordBytes());
    while (walk.hasNext()) {
      ChunkHeader chunk = walk.next();
      if (chunk.bytes() > HEAD_BYTES) {
        return Head.UNREAD;
      }
      if (chunk.records() > 0) {
        BlockContent content =
            decoder.decode(new Block(0, chunk.offset(), chunk.length(), chunk.records(), 0));
        return new Head(content.examples().records(), !walk.hasNext(), content.bad());
      }
    }
    return Head.EMPTY;
  }

  @Override
  public void sample(PinnedFile file, FormatSettings settings, TableSample sample) {
    Payload payload = payload(file, settings);
    PayloadSampler sampler = payload.sampler(file.file().path(), settings, sample);
    ChunkWalk walk = new ChunkWalk(file, settings.maxRecordBytes());
    ChunkLoader chunks = new ChunkLoader(file, settings.maxRecordBytes());
    boolean isWanted = true;
    while (isWanted && walk.hasNext()) {
      ChunkHeader chunk = walk.next();
      chunks.load(chunk);
      for (long i = 0; isWanted && i < chunk.records(); i++) {
        chunks.next();
        isWanted = sampler.add(chunks.bytes(), chunks.from(), chunks.to());
      }
    }
    sampler.end();
  }

  @Override
  public void cut(PinnedFile file, FormatSettings settings, BlockSink blocks) {
    ChunkWalk walk = new ChunkWalk(file, settings.maxRecordBytes());
    while (walk.hasNext()) {
      ChunkHeader chunk = walk.next();
      if (chunk.records() > 0) {
        chunk.blocks(settings.blockRecords()).report(blocks);
      }
    }
  }

  @Override
  public BlockDecoder open(
      PinnedFile file, FormatSettings settings, LabelRule labels, TableEncoding encoding) {
    ExamplesBuffer buffer = new ExamplesBuffer(settings.sampler(file));
    Payload payload = payload(file, settings);
    return new RecordIoDecoder(
        new ChunkLoader(file, settings.maxRecordBytes()),
        settings.blockRecords(),
        payload.decoder(file.file().path(), settings, labels, encoding, buffer),
        buffer);
  }

  private static Payload payload(PinnedFile file, FormatSettings settings) {
    Keys.RecordPayload wanted = settings.job().get(Keys.RECORDIO_PAYLOAD);
    int most = settings.maxRecordBytes();
    String path = file.file().path();
    return PayloadChoice.of(wanted, () -> FirstRecord.of(file, most), path, settings);
  }
}
