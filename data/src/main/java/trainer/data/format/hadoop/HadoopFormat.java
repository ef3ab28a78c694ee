package trainer.data.format.hadoop;

import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.InputFormat;
import trainer.core.config.Keys;
import trainer.core.feature.encode.TableEncoding;
import trainer.core.input.LabelRule;
import trainer.data.file.PinnedFile;
import trainer.data.format.BlockDecoder;
import trainer.data.format.BlockSink;
import trainer.data.format.Evidence;
import trainer.data.format.ExamplesBuffer;
import trainer.data.format.FileStart;
import trainer.data.format.FormatSettings;
import trainer.data.format.Head;
import trainer.data.format.TableSample;
import trainer.data.format.payload.Payload;
import trainer.data.format.payload.PayloadSampler;
import trainer.data.format.record.PayloadChoice;

/**
 * The format of a class that implements Hadoop's {@code InputFormat}. Each value is a record, whose
 * meaning {@link PayloadChoice} has.
 *
 * <p>The class receives one listed file at a time. Each split of the file is a unit by its offset
 * and length, and a block is a run of its records. The number of records is known only after
 * reading, so that cutting reads the file once.
 *
 * <p>Each operation has an instance of its own, since Hadoop's formats need not be thread-safe.
 */
final class HadoopFormat implements trainer.data.format.InputFormat {
  private final Class<? extends InputFormat<?, ?>> type;
  private final Configuration hadoop;

  HadoopFormat(Class<? extends InputFormat<?, ?>> type, Configuration hadoop) {
    this.type = type;
    this.hadoop = hadoop;
  }

  private FileSplits splits(PinnedFile file, FormatSettings settings) {
    return new FileSplits(
        FormatClass.construct(type, hadoop), hadoop, file, settings.maxRecordBytes());
  }

  @Override
  public String name() {
    return type.getName();
  }

  @Override
  public String title() {
    return type.getSimpleName();
  }

  /** A class is taken only where the job names it. */
  @Override
  public Evidence sniff(FileStart start, FormatSettings settings) {
    return Evidence.NONE;
  }

  /** The class itself has to reject a file. */
  @Override
  public void requireFit(FileStart start) {}

  @Override
  public boolean isDecompressing() {
    return true;
  }

  @Override
  public Head check(PinnedFile file, FormatSettings settings, LabelRule labels) {
    FileSplits splits = splits(file, settings);
    return decoder(splits, settings, labels, TableEncoding.unscaled()).head();
  }

  @Override
  public void sample(PinnedFile file, FormatSettings settings, TableSample sample) {
    FileSplits splits = splits(file, settings);
    Payload payload = payload(splits, settings);
    PayloadSampler sampler = payload.sampler(splits.path(), settings, sample);
    boolean isWanted = true;
    for (SplitPlace place : splits.places()) {
      try (SplitReader records = splits.open(place)) {
        while (isWanted && records.next()) {
          isWanted = sampler.add(records.value().bytes(), 0, records.value().length());
        }
      }
      if (!isWanted) {
        break;
      }
    }
    sampler.end();
  }

  @Override
  public void cut(PinnedFile file, FormatSettings settings, BlockSink blocks) {
    SplitCutter.cut(splits(file, settings), settings, blocks);
    file.verify();
  }

  @Override
  public BlockDecoder open(
      PinnedFile file, FormatSettings settings, LabelRule labels, TableEncoding encoding) {
    return decoder(splits(file, settings), settings, labels, encoding);
  }

  private static SplitDecoder decoder(
      FileSplits splits, FormatSettings settings, LabelRule labels, TableEncoding encoding) {
    ExamplesBuffer buffer = new ExamplesBuffer(settings.sampler(splits.file()));
    List<SplitPlace> places = splits.places();
    return new SplitDecoder(
        splits,
        settings.recordsOfUnitBlock(),
        places.isEmpty()
            ? (bytes, from, to, invalid) -> {}
            : payload(splits, settings).decoder(splits.path(), settings, labels, encoding, buffer),
        buffer);
  }

  private static Payload payload(FileSplits splits, FormatSettings settings) {
    Keys.RecordPayload wanted = settings.job().get(Keys.RECORDIO_PAYLOAD);
    return PayloadChoice.of(wanted, () -> FirstValue.of(splits), splits.path(), settings);
  }
}
