package trainer.data.format.tfrecord;

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
import trainer.data.format.example.ExamplePayload;
import trainer.data.format.payload.Payload;
import trainer.data.format.payload.PayloadSampler;

/**
 * The format of TFRecord files of {@code tf.Example}.
 *
 * <p>A block is a range of bytes with whole records ({@link FrameCutter}). Such a file has no magic
 * number; the checksum of the first length serves as one.
 */
public final class TfRecordFormat implements InputFormat {
  private static final int HEAD_BYTES = 1 << 18;

  private static final Payload PAYLOAD = new ExamplePayload();

  @Override
  public String name() {
    return "tfrecord";
  }

  @Override
  public String title() {
    return "TFRecord";
  }

  @Override
  public Evidence sniff(FileStart start, FormatSettings settings) {
    if (isFrame(start)) {
      return Evidence.MAGIC;
    }
    boolean isNamed = start.isNamed(".tfrecord") || start.isNamed(".tfrecords");
    return isNamed ? Evidence.NAME : Evidence.NONE;
  }

  private static boolean isFrame(FileStart start) {
    byte[] first = start.first(Frame.HEADER);
    return first.length == Frame.HEADER && Frame.isHeader(first, 0);
  }

  @Override
  public void requireFit(FileStart start) {
    if (!start.isEmpty() && !isFrame(start)) {
      throw start.rejected("not a TFRecord file");
    }
  }

  @Override
  public Head check(PinnedFile file, FormatSettings settings, LabelRule labels) {
    if (file.length() == 0) {
      return Head.EMPTY;
    }
    BlockDecoder decoder = open(file, settings, labels, TableEncoding.unscaled());
    FrameReader frames = head(file, settings);
    long end = 0;
    while (frames.next()) {
      end = frames.end();
    }
    BlockContent content = decoder.decode(new Block(0, 0, end, -1, 0));
    return new Head(content.examples().records(), end == file.length(), content.bad());
  }

  /** A reader of the records that begin among the first bytes. */
  private static FrameReader head(PinnedFile file, FormatSettings settings) {
    FrameReader frames = new FrameReader(file, settings.maxRecordBytes());
    frames.begin(0, HEAD_BYTES);
    return frames;
  }

  @Override
  public void sample(PinnedFile file, FormatSettings settings, TableSample sample) {
    PayloadSampler sampler = PAYLOAD.sampler(file.file().path(), settings, sample);
    FrameReader frames = head(file, settings);
    boolean isWanted = true;
    while (isWanted && frames.next()) {
      isWanted = !frames.isIntact() || sampler.add(frames.bytes(), frames.from(), frames.to());
    }
    sampler.end();
  }

  @Override
  public void cut(PinnedFile file, FormatSettings settings, BlockSink blocks) {
    new FrameCutter(file, settings).cut(blocks);
  }

  @Override
  public BlockDecoder open(
      PinnedFile file, FormatSettings settings, LabelRule labels, TableEncoding encoding) {
    ExamplesBuffer buffer = new ExamplesBuffer(settings.sampler(file));
    return new TfRecordDecoder(
        file,
        settings.maxRecordBytes(),
        PAYLOAD.decoder(file.file().path(), settings, labels, encoding, buffer),
        buffer);
  }
}
