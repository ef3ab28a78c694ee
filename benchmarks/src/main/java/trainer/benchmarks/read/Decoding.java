package trainer.benchmarks.read;

import java.util.Arrays;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import trainer.core.config.Settings;
import trainer.core.feature.encode.TableEncoding;
import trainer.core.input.BlockContent;
import trainer.core.input.BlockIndex;
import trainer.core.input.Examples;
import trainer.core.input.Labels;
import trainer.data.index.InputIndexer;
import trainer.data.read.BlockReader;

/** Reads all blocks of one input like a worker's reading thread. */
final class Decoding implements AutoCloseable {
  private final Configuration hadoop = new Configuration(false);
  private final BlockIndex blocks;
  private final BlockReader reader;

  Decoding(String path) {
    this(path, Map.of());
  }

  Decoding(String path, Map<String, String> keys) {
    Settings settings = Settings.of(keys);
    blocks = new InputIndexer(hadoop, settings).index(path).blocks();
    reader = new BlockReader(hadoop, settings, Labels.BINARY, TableEncoding::unscaled);
  }

  /** Decodes everything once; returns the number of records. */
  long records() {
    long records = 0;
    for (int b = 0; b < blocks.size(); b++) {
      records += read(b).records();
    }
    return records;
  }

  /** A hash over every decoded bit, for comparison with other decoders. */
  int digest() {
    int digest = 0;
    for (int b = 0; b < blocks.size(); b++) {
      Examples one = read(b);
      digest = 31 * digest + one.records();
      digest = 31 * digest + Arrays.hashCode(one.labels());
      digest = 31 * digest + Arrays.hashCode(one.starts());
      digest = 31 * digest + Arrays.hashCode(one.keys());
      digest = 31 * digest + Arrays.hashCode(one.values());
    }
    return digest;
  }

  private Examples read(int block) {
    BlockContent content = reader.read(blocks.fileOf(block), blocks.block(block));
    if (content.bad().count() > 0) {
      throw content.bad().first().toException();
    }
    return content.examples();
  }

  @Override
  public void close() {
    reader.close();
  }
}
